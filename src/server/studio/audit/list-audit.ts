import type { z } from 'zod'
import type { auditQuery, auditResponse } from '#src/contract/admin.ts'
import { hasWords, parseLookup, toLookupText } from '#src/editing/lookup.ts'
import { toIso } from '#src/rules/dates.ts'
import { orderByIds, SEARCHED_ROWS, scanNewest } from '../../core/db/scan-newest.ts'
import type { Db } from '../../core/db/schema.ts'
import { PAGE_SIZE, toPageCount } from '../pages.ts'
import { readSubjects } from './mentions.ts'
import * as queries from './queries.ts'

/** Finds entries by words of the person and of the subject, among the newest. */
async function findAuditIds(
  db: Db,
  filter: queries.AuditFilter,
  search: string,
  signal: AbortSignal,
): Promise<string[]> {
  const lookup = parseLookup(search)
  const newest = await queries.listAuditIds(db, filter, { limit: SEARCHED_ROWS })
  const found = await scanNewest(
    newest,
    async (ids) => {
      const rows = await queries.listAuditEntries(db, ids)
      const subjects = await readSubjects(
        db,
        rows.map(({ subject }) => subject),
      )
      return rows.filter(({ display_name }, index) => {
        const parts = subjects[index]?.map(({ text }) => text) ?? []
        return hasWords(toLookupText([display_name ?? '', ...parts].join(' ')), lookup)
      })
    },
    { signal },
  )
  return found.map(({ id }) => id)
}

/** A page of what members of the staff did, the newest first. */
export async function listAudit(
  db: Db,
  { page, search, ...filter }: z.output<typeof auditQuery>,
  signal: AbortSignal,
): Promise<z.output<typeof auditResponse>> {
  const offset = (page - 1) * PAGE_SIZE
  const found = search ? await findAuditIds(db, filter, search, signal) : undefined
  const ids =
    found?.slice(offset, offset + PAGE_SIZE) ??
    (await queries.listAuditIds(db, filter, { limit: PAGE_SIZE, offset }))
  const total = found?.length ?? (await queries.countAuditEntries(db, filter))
  const rows = ids.length === 0 ? [] : orderByIds(ids, await queries.listAuditEntries(db, ids))
  const subjects = await readSubjects(
    db,
    rows.map(({ subject }) => subject),
  )
  return {
    entries: rows.map(({ id, at, action, display_name }, index) => {
      const parts = subjects[index] ?? []
      return {
        id,
        at: toIso(at),
        by: display_name ?? '',
        action,
        subject: parts.map(({ text }) => text).join(''),
        parts,
      }
    }),
    pageCount: toPageCount(total),
  }
}
