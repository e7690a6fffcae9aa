import { HOUR_MS } from '#src/rules/constants.ts'
import { formatInstant, toIso } from '#src/rules/dates.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { createToken, hashToken } from '../../core/token.ts'
import { getLaunchRow } from './launch-row.ts'
import * as linkQueries from './link-queries.ts'

/** Creates a link that expires after some hours. */

export async function createLink(
  { db: database, now }: Deps,
  id: string,
  hours: number,
  editorId: string,
): Promise<{ path: string; expiresAt: string }> {
  const token = createToken()
  const expiresAt = now() + hours * HOUR_MS
  await database.transaction().execute(async (db) => {
    const { name } = await getLaunchRow(db, id)
    await linkQueries.endLinks(db, id, now())
    const link = { token_hash: hashToken(token), launch_id: id, expires_at: expiresAt }
    await linkQueries.insertLink(db, link)
    const subject = `Made a preview link of ${name} that works until ${formatInstant(expiresAt)}`
    await insertAuditEntry(db, { at: now(), actor_id: editorId, action: 'launches', subject })
  })
  return { path: `/preview/${token}/`, expiresAt: toIso(expiresAt) }
}

export const endLink = ({ db: database, now }: Deps, id: string, editorId: string): Promise<void> =>
  database.transaction().execute(async (db) => {
    const { name } = await getLaunchRow(db, id)
    if (!(await linkQueries.endLinks(db, id, now())))
      throw new HttpError(404, 'This launch has no link that works.')
    const subject = `Ended the preview link of ${name}`
    await insertAuditEntry(db, { at: now(), actor_id: editorId, action: 'launches', subject })
  })
