import type { Db } from '../../core/db/schema.ts'
import type { OrderLinkRow, OrderRow } from './tables.ts'

export const insertOrderLink = (db: Db, link: OrderLinkRow) =>
  db.insertInto('order_link').values(link).execute()

/** @returns the order of this number if the token is one of its links. */
export const findOrderOfLink = (
  db: Db,
  { number, token_hash }: Pick<OrderRow, 'number'> & Pick<OrderLinkRow, 'token_hash'>,
): Promise<OrderRow | undefined> =>
  db
    .selectFrom('order_link')
    .innerJoin('order', 'order.id', 'order_link.order_id')
    .selectAll('order')
    .where('token_hash', '=', token_hash)
    .where('number', '=', number)
    .executeTakeFirst()
