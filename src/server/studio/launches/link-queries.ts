import type { Db } from '../../core/db/schema.ts'
import type { LaunchLinkRow } from './tables.ts'

export const insertLink = (db: Db, row: LaunchLinkRow) =>
  db.insertInto('launch_link').values(row).execute()

/** Expires the valid links of a launch. Their addresses then answer 410. */
export async function endLinks(db: Db, launchId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch_link')
    .set({ expires_at: now })
    .where('launch_id', '=', launchId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findLinkOfLaunch = (db: Db, launchId: string, now: number) =>
  db
    .selectFrom('launch_link')
    .select('expires_at')
    .where('launch_id', '=', launchId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const findLink = (db: Db, tokenHash: string) =>
  db
    .selectFrom('launch_link')
    .leftJoin('launch', 'launch.id', 'launch_link.launch_id')
    .select(['launch_id', 'expires_at', 'launch.name', 'launch.revision'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
