import { expect } from 'vitest'
import type { DocumentBody, OrderPaper } from '#src/contract/orders.ts'
import { toPaise } from '#src/rules/money.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { findKept, findKeptOfSent } from '#src/server/shop/orders/order-money.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { createRandom } from '#tools/random.ts'
import { deliver, type RazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'
import { ADDRESS, order } from './orders.ts'

// Orders that take random ways, until nothing is owed, and what their documents must say then.

export const DOCUMENT_ENV = {
  GSTIN: '08AABCK1234M1ZK',
  LEGAL_NAME: 'Kairavi Luxury Private Limited',
  LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur 302002',
}

export const DOCUMENT_PRODUCTS = [
  { slug: 'pin', price: 1.09, stock: 5_000, hsn: '7117' },
  { slug: 'card', price: 33.33, stock: 5_000, hsn: '4909' },
]

interface Desk {
  shop: TestApp
  provider: RazorpayStandIn
  asha: ApiClient
  editor: ApiClient
}

const MUMBAI = { ...ADDRESS, city: 'Mumbai', state: 'Maharashtra', pincode: '400006' }

/** Runs orders to their end. @returns their numbers. */
export async function settleRandomOrders(desk: Desk, count: number, seed: number) {
  const { fraction: random } = createRandom(seed)
  const numbers: string[] = []
  for (let index = 0; index < count; index++) numbers.push(await settleOrder(desk, random))
  return numbers
}

async function settleOrder(
  { shop, provider, asha, editor }: Desk,
  random: () => number,
): Promise<string> {
  const chance = (part: number) => random() < part
  const pick = (most: number) => 1 + Math.floor(random() * most)
  const take = (step: string, body?: object) =>
    editor.post(`/editor/orders/${number}/${step}`, body)
  const read = async () => (await editor.get(`/editor/orders/${number}`)).body.order
  const refundSome = async () => {
    const { refundable } = await read()
    const amount = Math.round(refundable * random() * 50) / 100
    if (amount > 0) await take('refund', { amount, reason: 'A scratch' })
  }
  const loseParcel = async () => {
    const { shipments } = (await read()) as {
      shipments: { id: string; deliveredAt: string | null; returnedAt: string | null }[]
    }
    const parcel = shipments.findLast((row) => row.deliveredAt === null && row.returnedAt === null)
    const body = { reason: 'The parcel came back to us' }
    if (parcel) await editor.post(`/editor/shipments/${parcel.id}/return`, body)
    // The others arrive.
    await take('deliver')
  }
  /** Sends a piece of the first line, and decides of the others. */
  const sendPart = async () => {
    const { lines: all } = (await read()) as { lines: { position: number; toSend: number }[] }
    const position = all.find(({ toSend }) => toSend > 0)?.position
    const lines = [{ position, quantity: 1 }]
    expect((await take('dispatch', { carrier: 'By hand', lines })).status).toBe(200)
    if (chance(0.3)) await take('collect')
    if (chance(0.2)) await refundSome()
    if (chance(0.2)) await loseParcel()
    else if (chance(0.3)) await take('deliver')
    if (chance(0.3)) await take('cancel', { reason: 'A piece is out of stock' })
  }
  const isOnline = chance(0.5)
  if (chance(0.5)) await asha.post('/cart', { productId: toProductId('card'), quantity: pick(2) })
  const number = await order(asha, toProductId('pin'), {
    quantity: pick(4),
    method: isOnline ? 'razorpay' : 'cod',
    ...(chance(0.4) && { address: MUMBAI }),
  })
  if (isOnline) {
    await asha.post(`/orders/${number}/payment`)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    if (chance(0.2)) await refundSome()
  }
  if (chance(0.1)) await take('cancel', { reason: 'At the request of the customer' })
  else {
    if (chance(0.3))
      await take('reduce', {
        lines: [{ position: 0, quantity: 1 }],
        reason: 'A piece is out of stock',
        tellsCustomer: false,
      })
    const { lines } = (await read()) as { lines: { toSend: number }[] }
    if (chance(0.5) && sum(lines.map(({ toSend }) => toSend)) > 1) await sendPart()
    const { state } = await read()
    if (state === 'placed' || state === 'part_dispatched')
      expect((await take('dispatch', { carrier: 'By hand' })).status).toBe(200)
    if (chance(0.3)) await take('collect')
    if (chance(0.3)) await refundSome()
    if (chance(0.2)) await loseParcel()
    else await returnSome({ asha, editor }, number, random, refundSome)
  }
  await take('collect')
  if ((await read()).refundDue > 0) await take('refund', { reason: 'What came back' })
  await runOrderJob(shop.deps)
  const settled = await read()
  expect(settled).toMatchObject({ refundDue: 0, toCollect: 0 })
  return number
}

async function returnSome(
  { asha, editor }: Pick<Desk, 'asha' | 'editor'>,
  number: string,
  random: () => number,
  refundSome: () => Promise<void>,
): Promise<void> {
  await editor.post(`/editor/orders/${number}/deliver`)
  for (let round = 0; round < 3; round++) {
    if (random() < 0.2) await refundSome()
    if (random() < 0.5) continue
    const { lines } = (await asha.get(`/orders/${number}`)).body.order as {
      lines: { position: number; returnable: number }[]
    }
    const left = lines.filter(({ returnable }) => returnable > 0)
    const line = left[Math.floor(random() * left.length)]
    if (!line) return
    const quantity = 1 + Math.floor(random() * line.returnable)
    const { body } = await asha.post(`/orders/${number}/return`, {
      lines: [{ position: line.position, quantity }],
      reason: 'It does not fit',
    })
    const { id } = body.order.returns.at(-1)
    await editor.put(`/editor/returns/${id}`, { state: 'accepted' })
    await editor.put(`/editor/returns/${id}`, { state: 'received' })
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Checks that documents and money of settled orders agree, and that no number is missing. */
export async function expectDocuments({ deps: { db } }: TestApp): Promise<void> {
  const documents = await db.selectFrom('document').selectAll().execute()
  const payments = await db.selectFrom('payment').selectAll().execute()
  const orders = await db.selectFrom('order').selectAll().execute()
  const allLines = await db.selectFrom('order_line').selectAll().execute()
  const shipments = await db.selectFrom('shipment').selectAll().execute()
  const wrong = orders.flatMap((order) => {
    const { id, number, collected_paise, refunded_paise } = order
    const whole = {
      order,
      lines: allLines.filter(({ order_id }) => order_id === id),
      shipments: shipments.filter(({ order_id }) => order_id === id),
    }
    const toSend = findKept(whole) - findKeptOfSent(whole)
    const own = documents.filter(({ order_id }) => order_id === id)
    if (own.length === 0) return []
    const ofDocuments = sum(
      own.map(({ kind, body }) => {
        const { total, subtotal, taxes } = JSON.parse(body) as DocumentBody
        const parts = toPaise(subtotal) + sum(taxes.map(({ amount }) => toPaise(amount)))
        expect(parts, number).toBe(toPaise(total))
        return kind === 'invoice' ? toPaise(total) : -toPaise(total)
      }),
    )
    const captured = payments.filter((row) => row.order_id === id && row.state === 'captured')
    const paid = sum(captured.map(({ amount_paise }) => amount_paise)) + collected_paise
    // What is still to be sent has no invoice.
    const ofMoney = Math.max(0, paid - refunded_paise - toSend)
    return ofDocuments === ofMoney ? [] : [`${number}: ${ofDocuments}, not ${ofMoney}`]
  })
  expect(wrong).toEqual([])
  for (const [series, rows] of Map.groupBy(documents, (row) => row.series)) {
    const numbers = rows.map(({ number }) => Number(number.slice(series.length + 1)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index + 1))
  }
}

/** All that is printed of the documents of orders, which no setting may change. */
export async function printDocuments(asha: ApiClient, numbers: readonly string[]) {
  const printed: string[] = []
  for (const number of numbers) {
    const { parcels, creditNotes } = (await asha.get(`/orders/${number}/paper`)).body
    if (parcels[0].title !== 'Tax invoice') continue
    const documents = (parcels as OrderPaper[]).map(
      ({ recipient, method, paymentState, toCollect, gift, shipment, ...document }) => document,
    )
    printed.push(JSON.stringify([...documents, ...creditNotes]))
  }
  return printed
}
