import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { ADDRESS, expectInvariants, order, PHONE } from '#tests/helpers/orders.ts'
import { test as base, readOrder, STOCK, watch } from '#tests/helpers/payment-test.ts'
import { DOCUMENT_ENV } from '#tests/helpers/random-orders.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { deliver } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

// What is put right after an order is placed.

const test = base.extend('shop', async ({ shop }) => {
  await addProducts(shop, { slug: 'pen', price: 333.33, stock: STOCK })
  return shop
})
const withGst = test.extend('env', ({ provider }) => ({ ...provider.env, ...DOCUMENT_ENV }))

const MUMBAI = { ...ADDRESS, address: '4, Hill Road', city: 'Mumbai', pincode: '400050' }
const IN_MUMBAI = { ...MUMBAI, state: 'Maharashtra' }

const correct = (client: ApiClient, number: string, change: object = {}) =>
  client.put(`/orders/${number}/delivery`, { address: IN_MUMBAI, phone: PHONE, ...change })
const correctByStaff = (editor: ApiClient, number: string, change: object = {}) =>
  editor.put(`/editor/orders/${number}/delivery`, {
    address: IN_MUMBAI,
    phone: PHONE,
    tellsCustomer: false,
    ...change,
  })
const dispatch = async (editor: ApiClient, number: string, trackingNumber = '1') => {
  const { body } = await editor.post(`/editor/orders/${number}/dispatch`, {
    carrier: 'Blue Dart',
    trackingNumber,
  })
  return body.order.shipments[0] as { id: string }
}
const correctParcel = (editor: ApiClient, id: string, trackingNumber: string, tells = false) =>
  editor.put(`/editor/shipments/${id}`, {
    carrier: 'DTDC',
    trackingNumber,
    tellsCustomer: tells,
  })
const reduce = (editor: ApiClient, number: string, lines: object[], change: object = {}) =>
  editor.post(`/editor/orders/${number}/reduce`, {
    lines,
    reason: 'A piece was damaged before dispatch',
    tellsCustomer: true,
    ...change,
  })
const listSubjects = async (shop: TestApp, { email }: ApiClient) =>
  (await listMailsTo(shop, email)).map(({ subject }) => subject)

describe('a delivery', () => {
  test('is corrected by its shopper, with a new promise, an event and a mail', async ({
    shop,
    asha,
  }) => {
    const number = await order(asha, watch)
    const before = await readOrder(asha, number)
    const { status, body } = await correct(asha, number, {
      address: { ...IN_MUMBAI, state: 'maharastra' },
      phone: '022 2640 1234',
    })
    expect(status).toBe(200)
    expect(body.order).toMatchObject({
      shipTo: IN_MUMBAI,
      billTo: IN_MUMBAI,
      phone: '+91 22264 01234',
      events: [
        {},
        {
          kind: 'corrected',
          text: 'Corrected: delivery address, telephone number for the courier.',
        },
      ],
    })
    expect(body.order.promised).not.toEqual(before.promised)
    const mails = await listMailsTo(shop, asha.email)
    const mail = mails.find(({ subject }) => subject === `Your order ${number} was corrected`)
    expect(mail?.text).toContain('4, Hill Road')
    expect(mail?.text).toContain('Please keep ₹1,050.00 ready in cash.')
    expect(
      (await correct(asha, number, { address: IN_MUMBAI, phone: '+912226401234' })).status,
    ).toBe(409)
  })

  test('is corrected to another recipient, whom the label and the invoice name', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch)
    const own = { address: ADDRESS, phone: PHONE }
    const { body } = await correct(asha, number, { ...own, name: 'Ravi Rao' })
    expect(body.order).toMatchObject({
      name: 'Ravi Rao',
      events: [{}, { kind: 'corrected', text: 'Corrected: name.' }],
    })
    const [mail] = (await listMailsTo(shop, asha.email)).slice(-1)
    expect(mail?.text).toContain('Ravi Rao')
    const { papers } = (await editor.post('/editor/orders/papers', { numbers: [number] })).body
    expect(papers[0].paper.recipient.name).toBe('Ravi Rao')
    expect((await correct(asha, number, { ...own, name: 'Ravi Rao' })).status).toBe(409)
    expect(await correctByStaff(editor, number, { ...own, name: '' })).toMatchObject({
      status: 400,
      body: { field: 'name' },
    })
    await correctByStaff(editor, number, { ...own, name: 'Asha Rao' })
    expect((await readOrder(asha, number)).name).toBe('Asha Rao')
  })

  test.for([
    ['a telephone that cannot be called', { phone: '11111 11111' }, 400, 'phone'],
    ['a state that is none', { address: { ...MUMBAI, state: 'Narnia' } }, 400, 'address.state'],
    ['a pincode of another state', { address: MUMBAI }, 400, 'address.state'],
    ['another country', { address: { ...IN_MUMBAI, country: 'Nepal' } }, 400, 'address.country'],
    ['a pincode without cash', { address: { ...IN_MUMBAI, pincode: '400001' } }, 409, 'method'],
  ] as const)(
    'is not corrected to %s',
    async ([, change, status, field], { shop, asha, editor }) => {
      Object.assign(shop.deps.env, { CASH_EXCLUDED_PINCODES: ['400001'] })
      const number = await order(asha, watch)
      const before = await readOrder(asha, number)
      expect(await correct(asha, number, change)).toMatchObject({ status, body: { field } })
      expect(await correctByStaff(editor, number, change)).toMatchObject({
        status,
        body: { field },
      })
      expect(await readOrder(asha, number)).toEqual(before)
    },
  )

  test('counts its own cash order once', async ({ shop, asha }) => {
    shop.deps.env.LIMITS = true
    const numbers: string[] = []
    for (let index = 0; index < 3; index++) numbers.push(await order(asha, watch))
    expect((await correct(asha, numbers[0] ?? '')).status).toBe(200)
  })

  test('keeps the bill of a business, and takes the place of supply of the parcel', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { gstin: '08AAPFU0939F1ZV' })
    await correctByStaff(editor, number)
    expect(await readOrder(asha, number)).toMatchObject({ shipTo: IN_MUMBAI, billTo: ADDRESS })
    const subjects = await listSubjects(shop, asha)
    expect(subjects).not.toContain(`Your order ${number} was corrected`)
  })

  test('is not corrected once the parcel has left, or by another shopper', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch)
    const eve = await shop.createSignedInUser()
    expect((await correct(eve, number)).status).toBe(404)
    await dispatch(editor, number)
    const refusal = { status: 409, body: { message: 'This order is on its way already.' } }
    expect(await correct(asha, number)).toMatchObject(refusal)
    expect(await correctByStaff(editor, number)).toMatchObject(refusal)
  })
})

describe('a parcel', () => {
  test('is corrected until it arrives, with a mail by choice', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch)
    const { id } = await dispatch(editor, number)
    await shop.deps.db.updateTable('outbox').set({ attempts: 1 }).execute()
    expect(await correctParcel(editor, id, 'D1')).toMatchObject({
      status: 200,
      body: { order: { shipments: [{ id, carrier: 'DTDC', trackingNumber: 'D1' }] } },
    })
    expect(await listSubjects(shop, asha)).not.toContain(`Your order ${number} was corrected`)
    await correctParcel(editor, id, 'D2', true)
    const mails = await listMailsTo(shop, asha.email)
    const mail = mails.find(({ subject }) => subject === `Your order ${number} was corrected`)
    expect(mail?.text).toContain('Tracking number: D2.')
    expect(mail?.text).toContain('https://www.dtdc.in/trace.asp?strCnno=D2')
    expect((await correctParcel(editor, id, 'D2')).status).toBe(409)
    await editor.post(`/editor/orders/${number}/deliver`)
    expect(await correctParcel(editor, id, 'D3')).toMatchObject({
      status: 409,
      body: { message: 'This order has arrived already.' },
    })
    expect((await correctParcel(editor, 'none', 'D3')).status).toBe(404)
  })

  test('has one mail of its dispatch, with the right number', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch)
    const { id } = await dispatch(editor, number, 'WRONG')
    await correctParcel(editor, id, 'RIGHT', true)
    const mails = (await listMailsTo(shop, asha.email)).filter(({ subject }) =>
      subject.startsWith(`Your order ${number} `),
    )
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your order ${number} at Kairavi`,
      `Your order ${number} is on its way`,
    ])
    expect(mails[1]?.text).toContain('Tracking number: RIGHT.')
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

describe('pieces', () => {
  test.for([
    ['A piece was damaged before dispatch', STOCK - 1],
    ['At the request of the customer', STOCK],
  ] as const)(
    'are taken off a cash order: “%s” leaves %i of them',
    async ([reason, shelf], { shop, asha, editor }) => {
      await asha.post('/cart', { productId: toProductId('pen'), quantity: 2 })
      const number = await order(asha, watch)
      const { status, body } = await reduce(editor, number, [{ position: 0, quantity: 1 }], {
        reason,
      })
      expect(status).toBe(200)
      expect(body.order).toMatchObject({
        state: 'placed',
        lines: [{ cancelled: 1 }, { cancelled: 0 }],
        back: 350,
        toCollect: 1_399.99,
        refunds: [],
      })
      const { text } = (await listMailsTo(shop, asha.email)).at(-1) ?? {}
      expect(text).toContain(`Taken off the order: 1 × The pen. Reason: ${reason}.`)
      expect(text).toContain('Please keep ₹1,399.99 ready in cash.')
      await expectInvariants(shop, { [toProductId('pen')]: STOCK, [watch]: STOCK })
      await dispatch(editor, number)
      await editor.post(`/editor/orders/${number}/undo`, { step: 'dispatch' })
      await expectInvariants(shop, { [toProductId('pen')]: STOCK, [watch]: STOCK })
      await dispatch(editor, number)
      await editor.post(`/editor/orders/${number}/deliver`)
      await editor.post(`/editor/orders/${number}/collect`)
      expect((await readOrder(asha, number)).paymentState).toBe('collected')
      const stock = await shop.deps.db
        .selectFrom('stock')
        .select('on_hand')
        .where('variant_id', '=', toProductId('pen'))
        .executeTakeFirst()
      expect(stock?.on_hand).toBe(shelf - 1)
      await expectInvariants(shop, { [toProductId('pen')]: STOCK, [watch]: STOCK })
    },
  )

  test('are paid back if they were paid online', async ({ shop, provider, asha, editor }) => {
    const number = await order(asha, watch, { quantity: 3, method: 'razorpay' })
    expect(await reduce(editor, number, [{ position: 0, quantity: 1 }])).toMatchObject({
      status: 409,
      body: { message: 'This order is not paid yet.' },
    })
    await asha.post(`/orders/${number}/payment`)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    await reduce(editor, number, [{ position: 0, quantity: 1 }])
    await runOrderJob(shop.deps)
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'placed',
      paymentState: 'part_refunded',
      refunded: 1_050,
      refunds: [{ amount: 1_050 }],
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test.for(['cod', 'razorpay'] as const)(
    'are taken off by the shopper, one of a line of an order by %s',
    async (method, { shop, provider, asha }) => {
      const number = await order(asha, watch, { quantity: 3, method })
      if (method === 'razorpay') {
        await asha.post(`/orders/${number}/payment`)
        await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
      }
      const body = { lines: [{ position: 0, quantity: 1 }], reason: 'I ordered by mistake' }
      expect(await asha.post(`/orders/${number}/reduce`, body)).toMatchObject({
        status: 200,
        body: { order: { state: 'placed', lines: [{ quantity: 3, cancelled: 1 }], back: 1_050 } },
      })
      expect((await listSubjects(shop, asha)).at(-1)).toBe(`Your order ${number} was corrected`)
      await runOrderJob(shop.deps)
      const { refunded } = await readOrder(asha, number)
      expect(refunded).toBe(method === 'razorpay' ? 1_050 : 0)
      const all = { ...body, lines: [{ position: 0, quantity: 2 }] }
      expect((await asha.post(`/orders/${number}/reduce`, all)).status).toBe(409)
      const eve = await shop.createSignedInUser()
      expect((await eve.post(`/orders/${number}/reduce`, body)).status).toBe(404)
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test.for([
    [[{ position: 0, quantity: 2 }], 409, /all pieces of the order/],
    [[{ position: 0, quantity: 3 }], 409, /only 2 of The watch/],
    [[{ position: 7, quantity: 1 }], 400, /each line of the order once/],
  ] as const)('are refused: %j', async ([lines, status, message], { shop, asha, editor }) => {
    const number = await order(asha, watch, { quantity: 2 })
    const answer = await reduce(editor, number, [...lines])
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('are not taken off once the parcel has left', async ({ asha, editor }) => {
    const number = await order(asha, watch, { quantity: 2 })
    await dispatch(editor, number)
    const lines = [{ position: 0, quantity: 1 }]
    expect((await reduce(editor, number, lines)).status).toBe(409)
    const own = await asha.post(`/orders/${number}/reduce`, { lines, reason: 'Another reason' })
    expect(own.status).toBe(409)
  })

  withGst('that were taken off are on no invoice', async ({ shop, asha, editor }) => {
    await addProducts(shop, { slug: 'clock', price: 1_000, stock: 9, hsn: '9103' })
    const number = await order(asha, toProductId('clock'), { quantity: 3 })
    await reduce(editor, number, [{ position: 0, quantity: 1 }])
    await dispatch(editor, number)
    const { body } = await asha.get(`/orders/${number}/paper`)
    expect(body).toMatchObject({
      paper: { title: 'Tax invoice', lines: [{ quantity: 2 }], subtotal: 2_000, total: 2_100 },
      creditNotes: [],
    })
    await editor.post(`/editor/orders/${number}/cancel`, { reason: 'The parcel came back to us' })
    const { creditNotes } = (await asha.get(`/orders/${number}/paper`)).body
    expect(creditNotes).toMatchObject([{ lines: [{ quantity: 2 }], total: 2_100 }])
  })
})
