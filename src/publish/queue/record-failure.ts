import { randomUUID } from 'node:crypto'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { describeError, redact } from '#src/server/core/log.ts'
import {
  listPublishRequests,
  updatePublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import type { PublishResultRow } from '#src/server/core/publish-requests/tables.ts'
import * as queries from '#src/server/studio/releases/queries.ts'
import { LostProductsError, PublishError } from '../publish-error.ts'
import { IDLE, toStoredChanges } from './record-publish.ts'

/** The newest failures are kept, whatever their age. */
const KEPT_FAILURES = 50

/** Returns the text of a failure for editors. The log has the error itself. */
function toStoredError(
  error: unknown,
): Pick<PublishResultRow, 'error'> & Partial<PublishResultRow> {
  if (error instanceof LostProductsError) {
    const { live, now } = error
    const message = `The catalogue has ${now} products, the site ${live}.`
    return { error: message, live_products: live, refused_products: now }
  }
  return {
    error: error instanceof PublishError ? error.message : 'Something unexpected went wrong.',
  }
}

/**
 * Records that a publish failed, with the waiting saves: as the current state, and in the history. An attempt that
 * fails like the previous one is no entry of its own.
 */
export async function recordFailure({ now: clock }: Deps, db: Db, error: unknown): Promise<void> {
  const now = clock()
  const stored = toStoredError(error)
  // The history is written before the state, so that a failed publish always has its reason there.
  await recordInHistory(db, now, stored.error, error)
  await updatePublishResult(db, { ...IDLE, ...stored })
}

async function recordInHistory(
  db: Db,
  now: number,
  message: string,
  error: unknown,
): Promise<void> {
  const failure = {
    failed_at: now,
    detail: redact(describeError(error)),
    changes: toStoredChanges(await listPublishRequests(db)),
  }
  const open = await queries.findOpenFailure(db)
  if (open?.message === message) {
    await queries.updateFailure(db, open.id, { ...failure, attempts: open.attempts + 1 })
    return
  }
  await queries.endFailures(db, now)
  await queries.insertFailure(db, {
    ...failure,
    id: randomUUID(),
    began_at: now,
    ended_at: null,
    attempts: 1,
    message,
  })
  await queries.deleteOldFailures(db, KEPT_FAILURES)
}
