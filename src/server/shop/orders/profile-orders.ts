import type { OrderItem, User } from '#src/contract/account.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { PROFILE_ORDERS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import type { Db } from '../../core/db/schema.ts'
import { type LineWithPage, listLinesOf, listOrdersOfUser } from './queries.ts'

export function toOrderItem({ page, title, variant, quantity, picture }: LineWithPage): OrderItem {
  const choice = formatVariant(JSON.parse(variant))
  return { slug: page ?? '', title, ...(choice && { choice }), quantity, picture }
}

/** @returns the newest orders of a user in the shape of the specification (§3), with their state and items. */
export async function listProfileOrders(db: Db, userId: string): Promise<User['orders']> {
  const orders = await listOrdersOfUser(db, userId, { limit: PROFILE_ORDERS })
  const lines = await listLinesOf(
    db,
    orders.map(({ id }) => id),
  )
  const ofOrder = Map.groupBy(lines, ({ order_id }) => order_id)
  return orders.map(({ id, number, placed_at, total_paise, state }) => {
    const items = (ofOrder.get(id) ?? []).map(toOrderItem)
    return {
      id: number,
      date: toIso(placed_at),
      total: toRupees(total_paise),
      state: ORDER_RULES[state].label,
      ...(items.length > 0 && { items }),
    }
  })
}
