import { expect } from 'vitest'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { expectInvariants, order } from '#tests/helpers/orders.ts'
import { test as base, STOCK, watch } from '#tests/helpers/payment-test.ts'
import { DOCUMENT_ENV, expectDocuments } from '#tests/helpers/random-orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { deliver } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

// What goes wrong with an order of two pieces of ₹1,050.00 each, with tax: what is on the shelf, what was paid and
// refunded, and what is on paper in the end. exchanges.test.ts has the same of an exchange.

const test = base
  .extend('env', ({ provider }) => ({ ...provider.env, ...DOCUMENT_ENV }))
  .extend('shop', async ({ shop }) => {
    const { db } = shop.deps
    const { detail } = await db
      .selectFrom('product')
      .select('detail')
      .where('id', '=', watch)
      .executeTakeFirstOrThrow()
    const withHsn = JSON.stringify({ ...JSON.parse(detail), hsn: '9101' })
    await db.updateTable('product').set({ detail: withHsn }).where('id', '=', watch).execute()
    return shop
  })

interface Desk {
  asha: ApiClient
  editor: ApiClient
  number: string
}

const take = async ({ editor, number }: Desk, step: string, body?: object) => {
  const answer = await editor.post(`/editor/orders/${number}/${step}`, body)
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.order
}
const one = [{ position: 0, quantity: 1 }]
const send = (desk: Desk, lines?: object[]) => take(desk, 'dispatch', { carrier: 'DTDC', lines })

async function sendBack({ asha, editor, number }: Desk, reason: string, body: object = {}) {
  const asked = await asha.post(`/orders/${number}/return`, { lines: one, reason })
  const { id } = asked.body.order.returns[0]
  for (const change of [{ state: 'accepted' }, { state: 'received', ...body }])
    expect((await editor.put(`/editor/returns/${id}`, change)).status).toBe(200)
}

/** What is done with the order. Cash is collected and paid back where some is due. */
const WAYS = {
  'a piece is damaged before the dispatch': async (desk: Desk) => {
    const reason = 'A piece was damaged before dispatch'
    await take(desk, 'reduce', { lines: one, reason, tellsCustomer: true })
    await send(desk)
    await take(desk, 'deliver')
  },
  'a piece arrives damaged': async (desk: Desk) => {
    await send(desk)
    await take(desk, 'deliver')
    await sendBack(desk, 'It arrived damaged')
  },
  'a piece comes back after the cash was collected': async (desk: Desk) => {
    await send(desk)
    await take(desk, 'deliver')
    await sendBack(desk, 'It does not fit', { collected: true })
  },
  'the parcel is lost': async (desk: Desk) => {
    await send(desk)
    await take(desk, 'cancel', { reason: 'The parcel was lost' })
  },
  'one of two parcels is lost': async (desk: Desk) => {
    const { shipments } = await send(desk, one)
    await send(desk)
    const body = { reason: 'The parcel was lost' }
    await desk.editor.post(`/editor/shipments/${shipments[0].id}/return`, body)
    await take(desk, 'deliver')
  },
  'the parcel comes back': async (desk: Desk) => {
    await send(desk)
    await take(desk, 'cancel', { reason: 'The parcel came back to us' })
  },
} as const

/** Pieces that are gone from the shelf; rupees that were paid and refunded; invoices and credit notes. */
type Row = [
  way: keyof typeof WAYS,
  method: 'cod' | 'razorpay',
  gone: number,
  paid: number,
  refunded: number,
  papers: string,
]

// biome-ignore format: a row of the table is a line
const TABLE: Row[] = [
  ['a piece is damaged before the dispatch', 'razorpay', 2, 2_100, 1_050, 'KV 1050'],
  ['a piece is damaged before the dispatch', 'cod', 2, 1_050, 0, 'KV 1050'],
  ['a piece arrives damaged', 'razorpay', 2, 2_100, 1_050, 'CR 1050, KV 2100'],
  ['a piece arrives damaged', 'cod', 2, 1_050, 0, 'CR 1050, KV 2100'],
  ['a piece comes back after the cash was collected', 'cod', 1, 2_100, 1_050, 'CR 1050, KV 2100'],
  ['the parcel is lost', 'razorpay', 2, 2_100, 2_100, 'CR 2100, KV 2100'],
  ['the parcel is lost', 'cod', 2, 0, 0, 'CR 2100, KV 2100'],
  ['one of two parcels is lost', 'razorpay', 2, 2_100, 1_050, 'CR 1050, KV 1050, KV 1050'],
  ['one of two parcels is lost', 'cod', 2, 1_050, 0, 'CR 1050, KV 1050, KV 1050'],
  ['the parcel comes back', 'razorpay', 0, 2_100, 2_100, 'CR 2100, KV 2100'],
  ['the parcel comes back', 'cod', 0, 0, 0, 'CR 2100, KV 2100'],
]

const sum = (paise: readonly number[]): number =>
  paise.reduce((total, amount) => total + Number(amount), 0) / 100

async function readEnd({ deps: { db } }: TestApp) {
  const shelf = await db
    .selectFrom('stock')
    .select('on_hand')
    .where('variant_id', '=', watch)
    .executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('state', '=', 'captured')
    .execute()
  const parcels = await db.selectFrom('shipment').select('collected_paise').execute()
  const refunds = await db
    .selectFrom('refund')
    .selectAll()
    .where('state', '=', 'processed')
    .execute()
  const papers = await db.selectFrom('document').selectAll().orderBy('number').execute()
  return {
    gone: STOCK - shelf.on_hand,
    paid:
      sum(payments.map(({ amount_paise }) => amount_paise)) +
      sum(parcels.map(({ collected_paise }) => collected_paise)),
    refunded: sum(refunds.map(({ amount_paise }) => amount_paise)),
    papers: papers
      .map(({ number, body }) => `${number.slice(0, 2)} ${JSON.parse(body).total}`)
      .join(', '),
  }
}

test.for(TABLE)(
  '%s, paid by %s: stock, money and papers are right',
  async ([way, method, gone, paid, refunded, papers], { shop, provider, asha, editor }) => {
    const number = await order(asha, watch, { quantity: 2, method })
    const desk = { asha, editor, number }
    if (method === 'razorpay') {
      await asha.post(`/orders/${number}/payment`)
      await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    }
    await WAYS[way](desk)
    await runOrderJob(shop.deps)
    const { toCollect, refundDue } = (await editor.get(`/editor/orders/${number}`)).body.order
    if (toCollect > 0) await take(desk, 'collect')
    if (refundDue > 0) await take(desk, 'refund', { reason: 'It came back' })
    expect(await readEnd(shop)).toEqual({ gone, paid, refunded, papers })
    for (const view of ['to_collect', 'to_pay_back', 'returns', 'refunds', 'to_dispatch'])
      expect((await editor.post('/editor/orders/search', { view })).body.total, view).toBe(0)
    await expectInvariants(shop, { [watch]: STOCK })
    await expectDocuments(shop)
  },
)
