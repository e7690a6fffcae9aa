import { orderPath } from '#src/rules/paths.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { toSiteUrl } from '../../core/mail/account-mails.ts'
import { createToken, hashToken, isWellFormedToken } from '../../core/token.ts'
import { findOrderOfLink, insertOrderLink } from './order-link-queries.ts'
import type { OrderRow } from './tables.ts'

// The shopper of a deleted account sees an open order by a link in each of its mails. The database has hashes alone.

/** @returns the address of an order's page that needs no account. */
export async function createOrderLink(
  { env, now }: Pick<Deps, 'env' | 'now'>,
  db: Db,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
): Promise<string> {
  const token = createToken()
  await insertOrderLink(db, { token_hash: hashToken(token), order_id: id, created_at: now() })
  return toSiteUrl(env, orderPath(number), token)
}

/** @returns the order of this number if the token is one of its links. */
export const findLinkedOrder = async (
  db: Db,
  { number, token }: { number: string; token: string },
): Promise<OrderRow | undefined> =>
  isWellFormedToken(token)
    ? findOrderOfLink(db, { number, token_hash: hashToken(token) })
    : undefined
