import type { PresenceRow } from '../db/studio-schema.ts'
import type { Db } from '../deps.ts'

/** Adds the editor, or extends the time of one who is there. */
export const upsertPresence = (db: Db, row: PresenceRow) =>
  db
    .insertInto('presence')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'user_id']).doUpdateSet((eb) => ({
        expires_at: row.expires_at,
        // A new visit begins where the last one has expired.
        since: eb
          .case()
          .when('presence.expires_at', '<=', row.since)
          .then(row.since)
          .else(eb.ref('presence.since'))
          .end(),
      })),
    )
    .execute()

/** @returns the other editors who have the product open, the first one first. */
export const listPresence = (
  db: Db,
  { productId, userId, now }: { productId: string; userId: string; now: number },
) =>
  db
    .selectFrom('presence')
    .innerJoin('user', 'user.id', 'presence.user_id')
    .select(['display_name', 'since'])
    .where('product_id', '=', productId)
    .where('user_id', '!=', userId)
    .where('presence.expires_at', '>', now)
    .orderBy('since')
    .execute()

export const deletePresence = (db: Db, productId: string, userId: string) =>
  db
    .deleteFrom('presence')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .execute()

export async function deletePresenceBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('presence').where('expires_at', '<=', time).execute()
}
