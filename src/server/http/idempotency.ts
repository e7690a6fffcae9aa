import { createHash } from 'node:crypto'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'

/** Time an answer is kept for a retry, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000
const KEY_PATTERN = /^[\w-]{8,100}$/

/**
 * Runs `effect` once for each key of a user, in one transaction with the record of its answer.
 * The same key with the same request gives the stored answer again; a refusal is not stored.
 * @throws HttpError 400 for a malformed key, 422 when the key was used for another request.
 */
export async function runIdempotent<Reply>(
  deps: Deps,
  request: { userId: string; key: string | undefined; fingerprint: string },
  effect: (db: Db) => Promise<Reply>,
): Promise<Reply> {
  const { userId, key } = request
  if (key === undefined) return deps.db.transaction().execute(effect)
  if (!KEY_PATTERN.test(key))
    throw new HttpError(400, 'Idempotency-Key must be 8 to 100 letters, digits, - or _.')
  const requestHash = createHash('sha256').update(request.fingerprint).digest('hex')
  return deps.db.transaction().execute(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotency')
      .values({
        user_id: userId,
        key,
        request_hash: requestHash,
        status: 0,
        reply: '',
        created_at: deps.now(),
      })
      .onConflict((clash) => clash.columns(['user_id', 'key']).doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return storedReply<Reply>(db, userId, key, requestHash)
    const reply = await effect(db)
    await db
      .updateTable('idempotency')
      .set({ status: 200, reply: JSON.stringify(reply) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
    return reply
  })
}

async function storedReply<Reply>(
  db: Db,
  userId: string,
  key: string,
  requestHash: string,
): Promise<Reply> {
  const row = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (row.request_hash !== requestHash)
    throw new HttpError(422, 'This Idempotency-Key was used for another request.')
  return JSON.parse(row.reply) as Reply
}

/** Forgets answers that are older than a day. */
export async function deleteExpiredIdempotencyKeys(deps: Deps): Promise<void> {
  await deps.db
    .deleteFrom('idempotency')
    .where('created_at', '<', deps.now() - KEPT_MS)
    .execute()
}
