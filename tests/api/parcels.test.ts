import { describe, expect } from 'vitest'
import type { DocumentBody, OrderPaper } from '#src/contract/orders.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { listMoneyBetween, sumOrders } from '#src/server/studio/orders/queries.ts'
import { expectInvariants, order } from '#tests/helpers/orders.ts'
import { test as base, readOrder, STOCK } from '#tests/helpers/payment-test.ts'
import { DOCUMENT_ENV, expectDocuments } from '#tests/helpers/random-orders.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { deliver, type RazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

// Orders whose pieces leave in several parcels.

const pen = toProductId('pen')

const test = base.extend('shop', async ({ shop }) => {
  await addProducts(shop, { slug: 'pen', title: 'Pen', price: 333.33, stock: STOCK })
  return shop
})
const withGst = base
  .extend('env', ({ provider }) => ({ ...provider.env, ...DOCUMENT_ENV }))
  .extend('shop', async ({ shop }) => {
    await addProducts(
      shop,
      { slug: 'pen', title: 'Pen', price: 333.33, stock: STOCK, hsn: '9608' },
      { slug: 'ring', title: 'Ring', price: 1_000.01, stock: STOCK, hsn: '7117' },
    )
    return shop
  })

interface Parcel {
  id: string
  lines: { position: number; quantity: number }[]
  toCollect: number
  deliveredAt: string | null
  returnedAt: string | null
  invoiceNumber: string
}

const step = (editor: ApiClient, number: string, name: string, body: object = {}) =>
  editor.post(`/editor/orders/${number}/${name}`, body)
const ofParcel = (editor: ApiClient, { id }: Parcel, name: string, body?: object) =>
  editor.post(`/editor/shipments/${id}/${name}`, body)

/** Sends pieces of the first line. @returns all parcels of the order. */
async function send(
  editor: ApiClient,
  number: string,
  quantity: number,
  trackingNumber = '1',
): Promise<Parcel[]> {
  const { status, body } = await step(editor, number, 'dispatch', {
    carrier: 'Blue Dart',
    trackingNumber,
    lines: [{ position: 0, quantity }],
  })
  expect(body).toMatchObject({ success: true })
  expect(status).toBe(200)
  return body.order.shipments
}

/** The only parcel of an order. */
async function sendFirst(editor: ApiClient, number: string, quantity: number): Promise<Parcel> {
  const [parcel] = await send(editor, number, quantity)
  if (!parcel) throw new Error('The order has no parcel.')
  return parcel
}

async function orderOnline(
  { shop, provider, asha }: { shop: TestApp; provider: RazorpayStandIn; asha: ApiClient },
  quantity: number,
): Promise<string> {
  const number = await order(asha, pen, { quantity, method: 'razorpay' })
  await asha.post(`/orders/${number}/payment`)
  await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
  return number
}

const readDesk = async (editor: ApiClient, number: string) =>
  (await editor.get(`/editor/orders/${number}`)).body.order

const expectRight = (shop: TestApp) => expectInvariants(shop, { [pen]: STOCK })

describe('a part of an order', () => {
  test('is sent, and the order says what is still to be sent', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 3 })
    await send(editor, number, 1, '1234567890')
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'part_dispatched',
      lines: [{ quantity: 3, toSend: 2 }],
      shipments: [{ lines: [{ position: 0, quantity: 1 }], trackingNumber: '1234567890' }],
      steps: { cancel: { can: false }, reduce: { can: true }, return: { can: false } },
    })
    await expectRight(shop)
    await send(editor, number, 2, '2')
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'dispatched',
      lines: [{ toSend: 0 }],
      shipments: [{}, { lines: [{ position: 0, quantity: 2 }] }],
    })
    await expectRight(shop)
  })

  test('is named by mail and timeline, with its cash', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 2 })
    await send(editor, number, 1, '1234567890')
    await step(editor, number, 'dispatch', { carrier: 'DTDC' })
    const { events } = await readOrder(asha, number)
    expect(events.map(({ text }: { text: string }) => text).slice(-2)).toEqual([
      'The parcel left by Blue Dart, number 1234567890: 1 × Pen.',
      'The parcel left by DTDC: 1 × Pen.',
    ])
    const mails = await listMailsTo(shop, asha.email)
    const [first, second] = mails.filter(({ subject }) => subject.endsWith('is on its way'))
    expect(first?.text).toContain('The other pieces follow in another parcel.')
    expect(first?.text).toContain('Please keep ₹349.99 ready in cash.')
    expect(second?.text).not.toContain('The other pieces')
  })

  test('cannot have more pieces than are still to be sent', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 2 })
    await send(editor, number, 1)
    for (const [lines, status] of [
      [[{ position: 0, quantity: 2 }], 409],
      [[{ position: 1, quantity: 1 }], 400],
      [[{ position: 0, quantity: 0 }], 400],
      [[], 400],
    ] as const) {
      const body = { carrier: 'Blue Dart', lines }
      expect((await step(editor, number, 'dispatch', body)).status).toBe(status)
    }
    await expectRight(shop)
  })

  test('can be undone on its own', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 3 })
    await send(editor, number, 1)
    shop.advanceTime(1_000)
    await send(editor, number, 1)
    const undone = await step(editor, number, 'undo', { step: 'dispatch' })
    expect(undone.body.order).toMatchObject({ state: 'part_dispatched', lines: [{ toSend: 2 }] })
    expect(undone.body.order.shipments).toHaveLength(1)
    await expectRight(shop)
  })

  test('has not arrived after all, while the others are on their way', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, pen, { quantity: 2 })
    const first = await sendFirst(editor, number, 1)
    shop.advanceTime(1_000)
    await send(editor, number, 1)
    expect((await ofParcel(editor, first, 'deliver')).status).toBe(200)
    const undone = await step(editor, number, 'undo', { step: 'deliver' })
    expect(undone).toMatchObject({ status: 200, body: { order: { state: 'dispatched' } } })
    const parcels: { deliveredAt: string | null }[] = undone.body.order.shipments
    expect(parcels.filter(({ deliveredAt }) => deliveredAt)).toEqual([])
    await expectRight(shop)
  })

  test('is corrected on its own', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 2 })
    const first = await sendFirst(editor, number, 1)
    shop.advanceTime(1_000)
    await send(editor, number, 1, '2')
    const body = { carrier: 'DTDC', trackingNumber: '3', tellsCustomer: false }
    const { body: corrected } = await editor.put(`/editor/shipments/${first.id}`, body)
    expect(corrected.order.shipments).toMatchObject([
      { carrier: 'DTDC', trackingNumber: '3' },
      { carrier: 'Blue Dart', trackingNumber: '2' },
    ])
    await expectRight(shop)
  })

  test('arrives on its own; the order is delivered with the last one', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, pen, { quantity: 2 })
    const first = await sendFirst(editor, number, 1)
    const arrived = await ofParcel(editor, first, 'deliver')
    expect(arrived.body.order).toMatchObject({
      state: 'part_dispatched',
      steps: { deliver: { can: false } },
    })
    expect((await ofParcel(editor, first, 'deliver')).status).toBe(409)
    const [, second] = await send(editor, number, 1)
    expect(await readOrder(asha, number)).toMatchObject({ state: 'dispatched' })
    await ofParcel(editor, second as Parcel, 'deliver')
    const delivered = await readOrder(asha, number)
    expect(delivered).toMatchObject({ state: 'delivered', steps: { return: { can: true } } })
    const texts = delivered.events.map(({ text }: { text: string }) => text)
    expect(texts.filter((text: string) => text.includes('arrived'))).toEqual([
      'The parcel has arrived: 1 × Pen.',
      'The parcel has arrived: 1 × Pen.',
    ])
    await expectRight(shop)
  })
})

describe('the cash of parcels', () => {
  test('is collected for each, and adds up to the total', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 3 })
    const first = await sendFirst(editor, number, 1)
    expect(first.toCollect).toBe(350)
    const collected = await ofParcel(editor, first, 'collect')
    expect(collected.body.order).toMatchObject({
      paymentState: 'none',
      toCollect: 699.99,
      steps: { collect: { can: false } },
    })
    expect((await ofParcel(editor, first, 'collect')).status).toBe(409)
    await expectRight(shop)
    const [, second] = await send(editor, number, 2)
    expect(second).toMatchObject({ toCollect: 699.99 })
    await step(editor, number, 'collect')
    expect(await readDesk(editor, number)).toMatchObject({
      paymentState: 'collected',
      toCollect: 0,
    })
    await expectRight(shop)
  })

  test('is matched with a line of the courier by its parcel', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 3 })
    await send(editor, number, 1, 'A1')
    await send(editor, number, 2, 'A2')
    const { orders } = (await editor.post('/editor/orders/search', { numbers: [number] })).body
    const [first, second] = orders[0].parcels
    expect(orders[0].parcels).toMatchObject([
      { trackingNumber: 'A1', toCollect: 350 },
      { trackingNumber: 'A2', toCollect: 699.99 },
    ])
    const collect = (...parcels: { parcelId: string; amount: number }[]) =>
      editor.post('/editor/orders/steps', {
        step: 'collect',
        orders: parcels.map((parcel) => ({ number, ...parcel })),
      })
    expect((await collect({ parcelId: first.id, amount: 699.99 })).body).toMatchObject({
      taken: [],
      refused: [{ message: '₹350.00 is to be collected for this order.' }],
    })
    const both = [first, second].map(({ id, toCollect }) => ({ parcelId: id, amount: toCollect }))
    expect((await collect(...both)).body.taken).toEqual([number, number])
    expect(await readDesk(editor, number)).toMatchObject({ paymentState: 'collected' })
    await expectRight(shop)
  })

  test('is in the books on the day of each parcel, and can be undone', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, pen, { quantity: 2 })
    const first = await sendFirst(editor, number, 1)
    const from = shop.deps.now()
    await ofParcel(editor, first, 'collect')
    shop.advanceTime(1_000)
    const later = shop.deps.now()
    const [, second] = await send(editor, number, 1)
    await ofParcel(editor, second as Parcel, 'collect')
    const readBooks = async (to: number) =>
      (await listMoneyBetween(shop.deps.db, { from, to })).map((row) => Number(row.amount_paise))
    expect(await readBooks(later)).toEqual([34_999])
    expect(await readBooks(later + DAY_MS)).toEqual([34_999, 35_000])
    await step(editor, number, 'undo', { step: 'collect' })
    expect(await readBooks(later + DAY_MS)).toEqual([34_999])
    expect(await readDesk(editor, number)).toMatchObject({ toCollect: 350, paymentState: 'none' })
    await expectRight(shop)
  })

  test('is listed as to collect while a parcel that has left has some', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, pen, { quantity: 3 })
    const listToCollect = async () => {
      const { orders } = (await editor.post('/editor/orders/search', { view: 'to_collect' })).body
      return orders.map((row: { toCollect: number }) => row.toCollect)
    }
    const sumToCollect = () =>
      sumOrders(
        shop.deps.db,
        { states: [], view: 'to_collect', now: shop.deps.now(), categoriesWithHsn: undefined },
        'due',
      )
    const first = await sendFirst(editor, number, 1)
    expect(await listToCollect()).toEqual([350])
    expect(await sumToCollect()).toBe(35_000)
    await ofParcel(editor, first, 'collect')
    expect(await listToCollect()).toEqual([])
    await send(editor, number, 2)
    expect(await listToCollect()).toEqual([699.99])
    expect(await sumToCollect()).toBe(69_999)
  })

  test('leaves no paisa to collect if a parcel comes back after the others were paid', async ({
    shop,
    asha,
    editor,
  }) => {
    await addProducts(shop, { slug: 'pin', title: 'Pin', price: 1.04, stock: STOCK })
    const number = await order(asha, toProductId('pin'), { quantity: 3 })
    for (const quantity of [1, 1, 1]) await send(editor, number, quantity)
    const [first, ...others] = (await readDesk(editor, number)).shipments as Parcel[]
    for (const parcel of others) await ofParcel(editor, parcel, 'collect')
    await ofParcel(editor, first as Parcel, 'return', { reason: 'The parcel was lost' })
    expect(await readDesk(editor, number)).toMatchObject({
      paymentState: 'collected',
      toCollect: 0,
    })
    await expectRight(shop)
  })

  test('is all collected once the rest is cancelled', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 2 })
    await ofParcel(editor, await sendFirst(editor, number, 1), 'collect')
    await step(editor, number, 'cancel', { reason: 'A piece is out of stock' })
    expect(await readDesk(editor, number)).toMatchObject({
      state: 'dispatched',
      paymentState: 'collected',
      toCollect: 0,
      refundDue: 0,
    })
    await expectRight(shop)
  })
})

describe('a parcel that comes back', () => {
  test('takes its pieces off the order, and refunds them', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await orderOnline({ shop, provider, asha }, 3)
    const first = await sendFirst(editor, number, 1)
    await send(editor, number, 2)
    const back = { reason: 'The parcel came back to us' }
    expect((await step(editor, number, 'cancel', back)).status).toBe(409)
    const { body } = await ofParcel(editor, first, 'return', back)
    expect(body.order).toMatchObject({
      state: 'dispatched',
      lines: [{ cancelled: 1 }],
      shipments: [{ returnedAt: expect.any(String) }, { returnedAt: null }],
      refunds: [{ amount: 350 }],
    })
    expect((await ofParcel(editor, first, 'return', back)).status).toBe(409)
    expect((await ofParcel(editor, first, 'deliver')).status).toBe(409)
    await runOrderJob(shop.deps)
    await expectRight(shop)
    const [mail] = (await listMailsTo(shop, asha.email)).filter(({ text }) =>
      text.includes('The parcel came back to us: 1 × Pen.'),
    )
    expect(mail?.text).toContain('We refund ₹350.00')
  })

  test('leaves an order placed whose other pieces were not sent', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, pen, { quantity: 2 })
    const first = await sendFirst(editor, number, 1)
    await ofParcel(editor, first, 'return', { reason: 'The parcel was lost' })
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'placed',
      lines: [{ cancelled: 1, toSend: 1 }],
    })
    await expectRight(shop)
    await step(editor, number, 'dispatch', { carrier: 'DTDC' })
    await expectRight(shop)
  })

  test('cancels the order with the last of its pieces', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 2 })
    const first = await sendFirst(editor, number, 1)
    const [, second] = await send(editor, number, 1)
    const back = { reason: 'The parcel came back to us' }
    await ofParcel(editor, first, 'return', back)
    await ofParcel(editor, second as Parcel, 'return', back)
    expect(await readOrder(asha, number)).toMatchObject({ state: 'cancelled' })
    await expectRight(shop)
  })

  test('leaves an order delivered whose other parcel has arrived', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, pen, { quantity: 2 })
    const first = await sendFirst(editor, number, 1)
    const [, second] = await send(editor, number, 1)
    await ofParcel(editor, first, 'deliver')
    await ofParcel(editor, second as Parcel, 'return', { reason: 'The parcel was lost' })
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'delivered',
      returnBefore: expect.any(String),
    })
    await expectRight(shop)
  })
})

describe('the rest of a partly sent order', () => {
  test('is cancelled by the staff, with a refund', async ({ shop, provider, asha, editor }) => {
    const number = await orderOnline({ shop, provider, asha }, 3)
    await send(editor, number, 1)
    const { body } = await step(editor, number, 'cancel', {
      reason: 'At the request of the customer',
    })
    expect(body.order).toMatchObject({
      state: 'dispatched',
      lines: [{ cancelled: 2, toSend: 0 }],
      refunds: [{ amount: 699.99 }],
    })
    await runOrderJob(shop.deps)
    await expectRight(shop)
  })

  test('is taken off by the shopper', async ({ shop, asha, editor }) => {
    const number = await order(asha, pen, { quantity: 2 })
    await ofParcel(editor, await sendFirst(editor, number, 1), 'deliver')
    const cancelled = await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })
    expect(cancelled.body.message).toMatch(/^A part of this order has left/)
    const { body } = await asha.post(`/orders/${number}/reduce`, {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'Another reason',
    })
    expect(body.order).toMatchObject({ state: 'delivered' })
    await expectRight(shop)
  })
})

describe('the invoices of parcels', () => {
  const readPapers = async (asha: ApiClient, number: string) =>
    (await asha.get(`/orders/${number}/paper`)).body as {
      parcels: OrderPaper[]
      creditNotes: DocumentBody[]
    }

  withGst(
    'are of their pieces, and add up to the total',
    async ({ shop, provider, asha, editor }) => {
      await asha.post('/cart', { productId: toProductId('ring'), quantity: 1 })
      const number = await orderOnline({ shop, provider, asha }, 3)
      const { total, lines } = await readOrder(asha, number)
      const { position } = lines.find(({ title }: { title: string }) => title === 'Pen')
      const parts = [{ position, quantity: 2 }]
      await step(editor, number, 'dispatch', { carrier: 'DTDC', lines: parts })
      await step(editor, number, 'dispatch', { carrier: 'DTDC' })
      const { parcels } = await readPapers(asha, number)
      expect(
        parcels.map((paper) => paper.lines.map(({ title, quantity }) => `${quantity} × ${title}`)),
      ).toEqual([['2 × Pen'], expect.arrayContaining(['1 × Pen'])])
      const sum = parcels.reduce((all, paper) => all + Math.round(paper.total * 100), 0)
      expect(sum).toBe(Math.round(total * 100))
      expect(new Set(parcels.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(2)
      const { shipments } = await readOrder(asha, number)
      expect(shipments.map(({ invoiceNumber }: Parcel) => invoiceNumber)).toEqual(
        parcels.map(({ invoiceNumber }) => invoiceNumber),
      )
      for (const { invoiceNumber } of parcels) {
        const pdf = await asha.get(
          `/orders/${number}/pdf?document=${encodeURIComponent(invoiceNumber)}`,
        )
        expect(pdf.status).toBe(200)
      }
      await expectInvariants(shop)
      await expectDocuments(shop)
    },
  )

  withGst(
    'are corrected by the credit note of the parcel that came back',
    async ({ shop, provider, asha, editor }) => {
      const number = await orderOnline({ shop, provider, asha }, 3)
      await send(editor, number, 1)
      const [, second] = await send(editor, number, 1)
      await ofParcel(editor, second as Parcel, 'return', { reason: 'The parcel was lost' })
      const { creditNotes } = await readPapers(asha, number)
      expect(creditNotes).toMatchObject([
        { invoiceNumber: second?.invoiceNumber, total: 349.99, lines: [{ quantity: 1 }] },
      ])
      await runOrderJob(shop.deps)
      await step(editor, number, 'dispatch', { carrier: 'DTDC' })
      await step(editor, number, 'deliver')
      await expectInvariants(shop)
      await expectDocuments(shop)
      expect((await readPapers(asha, number)).creditNotes).toHaveLength(1)
    },
  )

  withGst(
    'are corrected together by a return of pieces of both',
    async ({ shop, provider, asha, editor }) => {
      const number = await orderOnline({ shop, provider, asha }, 3)
      await send(editor, number, 1)
      await send(editor, number, 2)
      await step(editor, number, 'deliver')
      const { body } = await asha.post(`/orders/${number}/return`, {
        lines: [{ position: 0, quantity: 2 }],
        reason: 'It does not fit',
      })
      const { id } = body.order.returns[0]
      await editor.put(`/editor/returns/${id}`, { state: 'accepted' })
      await editor.put(`/editor/returns/${id}`, { state: 'received' })
      await runOrderJob(shop.deps)
      const { parcels, creditNotes } = await readPapers(asha, number)
      expect(creditNotes.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
        parcels.map(({ invoiceNumber }) => invoiceNumber),
      )
      await expectDocuments(shop)
    },
  )
})

test('a packing slip has the pieces of its parcel, and the label its cash', async ({
  asha,
  editor,
}) => {
  await asha.put('/cart/gift', { wrap: true, note: 'For Amma.' })
  const number = await order(asha, pen, { quantity: 3 })
  await send(editor, number, 1, 'A1')
  const { papers } = (await editor.post('/editor/orders/papers', { numbers: [number] })).body
  expect(papers[0].parcels).toMatchObject([
    {
      lines: [{ quantity: 1 }],
      toCollect: 350,
      shipment: { trackingNumber: 'A1' },
      gift: { note: 'For Amma.' },
    },
    { lines: [{ quantity: 2 }], toCollect: 699.99, shipment: null, gift: { wrap: true, note: '' } },
  ])
})
