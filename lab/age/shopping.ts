import { toIndianDay } from '#src/rules/dates.ts'
import { calculateTotals, toPaise } from '#src/rules/money.ts'
import { toFirstName } from '#src/server/core/mail/first-name.ts'
import { toLineRow, toOrderRow } from '#src/server/shop/orders/new-order.ts'
import type { OrderEventRow, OrderLineRow, OrderRow } from '#src/server/shop/orders/tables.ts'
import type { ReviewRow } from '#src/server/shop/reviews/tables.ts'
import { DEFAULT_SEED_DIR } from '#src/server/shop/seed/read-entries.ts'
import { readReviews } from '#src/server/shop/seed/reviews.ts'
import { parseCounts } from '#src/server/shop/stock/stock-count.ts'
import { toStoredLine, toVariantId } from '#src/server/shop/stock/stock-items.ts'
import type { UserRow } from '#src/server/shop/users/tables.ts'
import type { LoadedProduct } from '#src/server/studio/save/change.ts'
import type { Accounts } from './accounts.ts'
import { type Aging, times } from './aging.ts'

/** Picks random pairs of customers and products, without repetition. */
function* pickPairs(
  { pick, pickPopular, scale }: Aging,
  count: number,
  customers: UserRow[],
  products: LoadedProduct[],
): Generator<{ user: UserRow; product: LoadedProduct; index: number }> {
  const pairKeys = new Set<string>()
  while (pairKeys.size < scale(count)) {
    const [user, product] = [pick(customers), pickPopular(products)]
    const pair = `${user.id} ${product.row.id}`
    if (pairKeys.has(pair)) continue
    yield { user, product, index: pairKeys.size }
    pairKeys.add(pair)
  }
}

/** Adds carts, wishlists, orders, alerts and reviews. */
export async function addShopping(
  aging: Aging,
  { customers }: Accounts,
  products: LoadedProduct[],
): Promise<void> {
  const { days, scale, whole, daysAgo, toId, toHash, insert } = aging
  const pairs = (count: number, of = products) => pickPairs(aging, count, customers, of)
  const toLine = ({ row, entry }: LoadedProduct) => toStoredLine(row.id, entry, entry.variant)
  await insert(
    'cart_item',
    pairs(40_000).map(({ user, product, index }) => ({
      id: toId('line', index),
      user_id: user.id,
      product_id: product.row.id,
      ...toLine(product).columns,
      quantity: whole(1, 3),
      created_at: daysAgo(days),
    })),
  )
  await insert(
    'cart_gift',
    customers
      .slice(0, scale(3_000))
      .map(({ id }) => ({ user_id: id, wrap: 1, note: 'With love on your day.' })),
  )
  await insert(
    'wishlist_item',
    pairs(60_000).map(({ user, product }) => ({
      user_id: user.id,
      product_id: product.row.id,
      created_at: daysAgo(days),
      price_paise: product.row.price_paise,
      variant_id: null,
      saved_line: null,
    })),
  )
  await insert(
    'wishlist_share',
    customers.slice(0, scale(3_000)).map(({ id }, index) => ({
      user_id: id,
      token: toHash('share', index).slice(0, 43),
      created_at: daysAgo(days),
    })),
  )
  const soldOut = products.filter(({ entry }) => entry.stock === 0)
  await insert(
    'stock_alert',
    // Few alerts are for products in stock, so that the next stock check sends only a few.
    pairs(5_000, [...soldOut, ...products.slice(0, scale(50))]).map(({ user, product, index }) => {
      const created_at = daysAgo(days)
      const isSent = index % 2 === 0
      return {
        user_id: user.id,
        product_id: product.row.id,
        variant_id: product.row.id,
        created_at,
        sent_at: isSent ? daysAgo(179) : null,
        token_hash: isSent ? toHash('alert', index) : null,
      }
    }),
  )
  const orders = [
    ...times(scale(30_000), (index) =>
      toOrder(aging, index, aging.pickPopular(customers), products),
    ),
  ]
  await insert(
    'order',
    orders.map(({ order }) => order),
  )
  await insert(
    'order_line',
    orders.flatMap(({ lines }) => lines),
  )
  await insert(
    'order_event',
    orders.flatMap(({ events }) => events),
  )
  await insert(
    'order_link',
    orders
      .filter(({ order }) => order.user_id === null)
      .map(({ order, index }) => ({
        token_hash: toHash('order link', index),
        order_id: order.id,
        created_at: daysAgo(89),
      })),
  )
  await addPayments(aging, orders)
  const inStock = products.filter(({ entry }) => entry.stock > 10)
  await insert(
    'stock_hold',
    times(scale(300), (index) => {
      const { row } = aging.pick(inStock)
      const [stock] = parseCounts(row)
      return {
        order_id: aging.toId('order', index),
        product_id: row.id,
        variant_id: toVariantId(row.id, stock?.choice ?? ''),
        quantity: 1,
        expires_at: null,
      }
    }),
  )
  await addReviews(aging, customers, products)
}

function toOrder(
  { days, whole, pickPopular, daysAgo, toId }: Aging,
  index: number,
  { id: user_id, display_name, email }: UserRow,
  products: LoadedProduct[],
): { order: OrderRow; lines: OrderLineRow[]; events: OrderEventRow[]; index: number } {
  const bought = [...times(whole(1, 3), () => pickPopular(products))]
  const lines = bought.map(({ entry: { price } }) => ({ price, quantity: 1 }))
  const { subtotal, tax, total } = calculateTotals(lines)
  const id = toId('order', index)
  const placed_at = daysAgo(days)
  // The newest orders are not delivered yet.
  const state = index % 50 === 0 ? 'placed' : index % 50 === 1 ? 'dispatched' : 'delivered'
  const events = ['placed', 'dispatched', 'delivered'] as const
  return {
    order: toOrderRow({
      id,
      number: `KV-${10_000 + index}`,
      // Orders of deleted accounts are kept for accounting.
      ...(index % 20 === 0 ? {} : { user_id, email }),
      name: display_name,
      placed_at,
      subtotal_paise: toPaise(subtotal),
      tax_paise: toPaise(tax),
      total_paise: toPaise(total),
      promised_from: toIndianDay(placed_at),
      promised_to: toIndianDay(placed_at),
      delivered_at: state === 'delivered' ? placed_at : null,
      state,
      ...(index % 3 === 0
        ? {
            method: 'razorpay',
            payment_state: index % 90 === 6 ? 'refunded' : 'captured',
            refunded_paise: index % 90 === 6 ? toPaise(total) : 0,
          }
        : { method: 'cod', payment_state: state === 'delivered' ? 'collected' : 'none' }),
    }),
    index,
    lines: bought.map(({ row, entry: { slug, title, price } }, position) => ({
      order_id: id,
      ...toLineRow({
        position,
        product_id: row.id,
        variant_id: row.id,
        stock_variant_id: row.id,
        slug,
        title,
        unit_paise: toPaise(price),
        quantity: 1,
      }),
    })),
    events: events.slice(0, events.indexOf(state) + 1).map((kind, position) => ({
      order_id: id,
      position,
      at: placed_at,
      kind,
      text: 'It is as it should be.',
      actor_id: null,
      mail_id: null,
    })),
  }
}

/** Adds payments for a third of the orders, refunds for one in 30 of these, and parcels and some invoices. */
async function addPayments(
  { insert, toId }: Aging,
  orders: { order: OrderRow; lines: OrderLineRow[]; index: number }[],
): Promise<void> {
  const dispatched = orders.filter(({ order }) => order.state !== 'placed')
  await insert(
    'shipment',
    dispatched.map(({ order, lines, index }) => ({
      id: toId('shipment', index),
      order_id: order.id,
      position: 0,
      lines: JSON.stringify(lines.map(({ position, quantity }) => ({ position, quantity }))),
      amount_paise: order.total_paise,
      carrier: 'Blue Dart',
      tracking_number: String(50_000_000_000 + index),
      dispatched_at: order.placed_at,
      delivered_at: order.delivered_at,
      collected_paise: order.collected_paise,
      collected_at: order.collected_at,
      returned_at: null,
    })),
  )
  await insert(
    'document',
    dispatched
      .filter(({ index }) => index % 10 === 2)
      .map(({ order, index }) => ({
        id: toId('document', index),
        order_id: order.id,
        shipment_id: toId('shipment', index),
        kind: 'invoice' as const,
        series: 'KV/25-26',
        number: `KV/25-26/${String(index).padStart(6, '0')}`,
        issued_at: order.placed_at,
        body: '',
      })),
  )
  const paid = orders.filter(({ order }) => order.method === 'razorpay')
  await insert(
    'payment',
    paid.map(({ order, index }) => ({
      id: toId('payment', index),
      order_id: order.id,
      provider: 'razorpay',
      link_id: `plink_${index}`,
      link_url: `https://rzp.example/i/${index}`,
      source_id: null,
      provider_id: `pay_${index}`,
      amount_paise: order.total_paise,
      state: 'captured' as const,
      created_at: order.placed_at,
      expires_at: order.placed_at,
      check_at: null,
      captured_at: order.placed_at,
    })),
  )
  await insert(
    'payment_event',
    paid.map(({ order, index }) => ({
      id: `evt_${index}`,
      order_id: order.id,
      kind: 'payment_link.paid',
      received_at: order.placed_at,
    })),
  )
  const refunded = paid.filter(({ order }) => order.payment_state === 'refunded')
  await insert(
    'refund',
    refunded.map(({ order, index }) => ({
      id: toId('refund', index),
      order_id: order.id,
      payment_id: toId('payment', index),
      provider_id: `rfnd_${index}`,
      amount_paise: order.total_paise,
      state: 'processed' as const,
      reason: 'The returned pieces are back',
      created_at: order.placed_at,
      due_at: null,
      attempts: 1,
      last_error: null,
      processed_at: order.placed_at,
    })),
  )
  await insert(
    'return_request',
    refunded.map(({ order, index }) => ({
      id: toId('return', index),
      order_id: order.id,
      lines: JSON.stringify([{ position: 0, quantity: 1 }]),
      reason: 'It does not fit',
      note: 'It is a little smaller than I thought.',
      state: 'received' as const,
      answer: '',
      created_at: order.placed_at,
      due_on: null,
      exchange_id: null,
    })),
  )
}

async function addReviews(
  aging: Aging,
  customers: UserRow[],
  products: LoadedProduct[],
): Promise<void> {
  const { days, pick, daysAgo, toId, insert } = aging
  const texts = Object.values(readReviews(DEFAULT_SEED_DIR)).flat()
  await insert(
    'review',
    pickPairs(aging, 20_000, customers, products).map(({ user, product, index }): ReviewRow => {
      const [, stars, , title, text] = pick(texts)
      const state = index % 20 === 0 ? 'pending' : index % 20 === 1 ? 'rejected' : 'approved'
      return {
        id: toId('review', index),
        product_id: product.row.id,
        user_id: user.id,
        author: toFirstName(user.display_name),
        stars,
        title,
        text,
        state,
        is_verified_purchase: index % 2,
        reason: state === 'rejected' ? 'It names a person.' : '',
        written_at: daysAgo(days),
      }
    }),
  )
}
