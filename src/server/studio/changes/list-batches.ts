import type { z } from 'zod'
import type { batchesResponse } from '#src/contract/editor.ts'
import { DAY_MS, UNDO_DAYS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import * as queries from '../save/batch-queries.ts'

const LISTED = 30

/** Lists recent batches that are young enough to be undone. */
export async function listBatches({ db, now }: Deps): Promise<z.output<typeof batchesResponse>> {
  const oldest = now() - UNDO_DAYS * DAY_MS
  const rows = await queries.listBatches(db, oldest, LISTED)
  return {
    batches: rows.map(({ id, summary, display_name, created_at, undone_at, ...row }) => ({
      id,
      summary,
      by: display_name ?? '',
      at: toIso(created_at),
      recordCount: Number(row.products) + Number(row.records),
      undoneAt: undone_at === null ? null : toIso(undone_at),
      canUndo: undone_at === null,
    })),
  }
}
