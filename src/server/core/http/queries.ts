import { sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/schema.ts'
import type { IdempotencyRow, RateLimitRow } from './tables.ts'

/** Fails if the database cannot be read. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('setting').select('value').limit(1).execute()
}

/**
 * Counts one request in one statement, so that parallel requests are counted one by one. The count stops at `limit +
 * 1` and starts again after `expires_at`. While it is below `slideBelow`, each request moves `expires_at`. If the
 * clock was set back, the window ends one length from now.
 */
export async function incrementRateLimit(
  db: Db,
  input: { key: string; limit: number; slideBelow: number; now: number; expiresAt: number },
): Promise<RateLimitRow> {
  const { key, limit, slideBelow, now, expiresAt } = input
  const { rows } = await sql<RateLimitRow>`
    insert into rate_limit (key, count, expires_at) values (${key}, 1, ${expiresAt})
    on conflict (key) do update set
      count = case
        when rate_limit.expires_at <= ${now} then 1
        when rate_limit.count > ${limit} then rate_limit.count
        else rate_limit.count + 1 end,
      expires_at = case
        when rate_limit.expires_at <= ${now} or rate_limit.expires_at > excluded.expires_at
          or rate_limit.count < ${slideBelow}
          then excluded.expires_at
        else rate_limit.expires_at end
    returning key, count, expires_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The rate limit was not counted.')
  return row
}

export async function decrementRateLimit(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

type StoredReply = Omit<IdempotencyRow, 'status'>

const insertReply = compileOnce(
  (db, { user_id, key, request_hash, reply, created_at }: StoredReply) =>
    db
      .insertInto('idempotency')
      .values({ user_id, key, request_hash, status: 200, reply, created_at })
      .onConflict((conflict) => conflict.columns(['key', 'user_id']).doNothing()),
)

/**
 * Stores the reply to a request. Waits for a parallel request with the same key.
 * @returns false if the user has used the key already.
 */
export async function insertIdempotentReply(db: Db, row: StoredReply): Promise<boolean> {
  const { numAffectedRows } = await insertReply(db, row)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * @returns the reply stored for a key. Reads in a transaction, so that on SQLite it finds a reply that is not
 * committed yet, and returns after the commit.
 */
export const findIdempotentReply = (
  db: Db,
  { user_id, key }: Pick<IdempotencyRow, 'user_id' | 'key'>,
) =>
  db
    .transaction()
    .execute((transaction) =>
      transaction
        .selectFrom('idempotency')
        .select(['request_hash', 'reply'])
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .executeTakeFirst(),
    )
