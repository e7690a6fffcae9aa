import { hash } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { findIdempotentReply, insertIdempotentReply } from './queries.ts'

const KEY_PATTERN = /^[\w-]{8,100}$/

/**
 * Runs `effect` once for each idempotency key of a user, in one transaction with its stored reply. The same key and
 * request get the stored reply again. An error is not stored.
 * @param request.fingerprint method, path and body: the key is for these only.
 * @throws HttpError 400 for a malformed key, 422 if the key was used for another request.
 */
export async function runIdempotent<Reply>(
  deps: Deps,
  request: { userId: string; key: string | undefined; fingerprint: string },
  effect: (db: Db) => Promise<Reply>,
): Promise<Reply> {
  const { userId, key } = request
  if (key === undefined) return deps.db.transaction().execute(effect)
  assertKey(key)
  const id = { user_id: userId, key }
  const request_hash = hash('sha256', request.fingerprint)
  try {
    return await deps.db.transaction().execute(async (db) => {
      const reply = await effect(db)
      const row = { ...id, request_hash, reply: JSON.stringify(reply), created_at: deps.now() }
      if (!(await insertIdempotentReply(db, row))) throw usedElsewhere()
      return reply
    })
  } catch (error) {
    // A retry fails in its effect, because the first request succeeded, or at the key, which is used.
    if (!(error instanceof HttpError)) throw error
    const stored = await findIdempotentReply(deps.db, id)
    if (!stored) throw error
    if (stored.request_hash !== request_hash) throw usedElsewhere()
    return JSON.parse(stored.reply) as Reply
  }
}

/** @throws HttpError 400 for a malformed key. */
export function assertKey(key: string): void {
  if (!KEY_PATTERN.test(key))
    throw new HttpError(400, 'Idempotency-Key must be 8 to 100 letters, digits, - or _.')
}

export const usedElsewhere = () =>
  new HttpError(422, 'This Idempotency-Key was used for another request.')
