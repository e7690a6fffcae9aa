import type { Deps } from '../deps.ts'
import { getRow } from './change.ts'
import { deletePresenceBefore, listPresence, upsertPresence } from './presence-queries.ts'

/** Three times the interval at which a page repeats the call. */
const LIFETIME_MS = 45_000

/** Notes that an editor has a product open. @returns who else has. */
export async function openProduct({ db, now: clock }: Deps, productId: string, userId: string) {
  await getRow(db, productId)
  const now = clock()
  await upsertPresence(db, {
    product_id: productId,
    user_id: userId,
    since: now,
    expires_at: now + LIFETIME_MS,
  })
  const others = await listPresence(db, { productId, userId, now })
  return {
    others: others.map(({ display_name, since }) => ({
      name: display_name,
      since: new Date(since).toISOString(),
    })),
  }
}

export const deleteExpiredPresence = ({ db, now }: Deps): Promise<void> =>
  deletePresenceBefore(db, now())
