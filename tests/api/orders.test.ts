import { describe, expect } from 'vitest'
import { defaultFacts } from '#src/content/facts.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { toLineRow, toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrder } from '#src/server/shop/orders/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, expectInvariants, order, PHONE, place, readSeen } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { listMailsTo } from '#tools/api-client.ts'
import {
  addProducts,
  createCatalogEntry,
  ringWithVariants,
  updateProduct,
} from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const watch = toProductId('watch')
const ring = toProductId('ring')
const STOCK = 5

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: STOCK }, ringWithVariants, {
      slug: 'crown',
      price: 300_000,
      stock: 3,
    })
    return shop
  })

const readCart = async (client: ApiClient) => (await client.get('/cart')).body.cart as object[]
const find = async (client: ApiClient, number: string) =>
  (await client.get(`/orders/${number}`)).body.order

const countHeld = async ({ deps: { db } }: TestApp): Promise<number> =>
  (await db.selectFrom('stock_hold').select('quantity').execute()).reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  )

describe('placing an order', () => {
  test('promises no day that the facts close', async ({ asha, editor }) => {
    const promise = async () => {
      const number = await order(asha, watch)
      return (await find(asha, number)).promised
    }
    const { from, to } = await promise()
    const close = async (revision: number, ...days: string[]) => {
      const delivery = { closedDays: days.map((day) => ({ day })) }
      return editor.put('/editor/content/facts', {
        revision,
        body: { ...defaultFacts, delivery },
      })
    }
    expect((await close(0, from, to)).status).toBe(200)
    const later = await promise()
    expect(later.from > to).toBe(true)
    expect((await close(1, '26-01-2027')).status).toBe(400)
  })

  test('makes an order of the cart: lines, holds, an event and a mail, and the cart is empty', async ({
    shop,
    asha,
  }) => {
    await asha.post('/cart', { productId: watch, quantity: 2 })
    await asha.post('/cart', { productId: ring, variant: { Size: 'L' } })
    await asha.put('/cart/gift', { wrap: true, note: 'For you.' })
    const { status, body } = await place(asha)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: 'Thank you for your order.',
      order: {
        number: expect.stringMatching(/^KV-[2-9A-HJ-NP-Z]{8}$/),
        state: 'placed',
        total: 2_258.03,
      },
    })
    expect(await readCart(asha)).toEqual([])
    expect((await asha.get('/users/getUserProfile')).body.user.gift.wrap).toBe(false)
    const found = await find(asha, body.order.number)
    expect(found).toMatchObject({
      state: 'placed',
      paymentState: 'none',
      method: 'cod',
      subtotal: 2_150.5,
      tax: 107.53,
      total: 2_258.03,
      name: 'Asha',
      email: asha.email,
      phone: '+91 98290 12345',
      shipTo: { city: 'Jaipur', pincode: '302002' },
      gift: { wrap: true, note: 'For you.' },
      promised: { from: expect.any(String), to: expect.any(String) },
      lines: [
        { slug: 'watch', price: 1_000, quantity: 2 },
        { slug: 'ring', price: 150.5, quantity: 1, variant: { Size: 'L' } },
      ],
      events: [{ kind: 'placed' }],
      steps: {
        cancel: { can: true, why: '' },
        pay: { can: false, why: 'This order is paid for.' },
        return: { can: false, why: 'This order has not arrived yet.' },
      },
    })
    expect(await listMailsTo(shop, asha.email)).toContainEqual(
      expect.objectContaining({ subject: `Your order ${body.order.number} at Kairavi` }),
    )
    expect(await countHeld(shop)).toBe(3)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('its pieces lead to their pages of now, those without one to none', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch)
    await order(asha, ring, { quantity: 1 })
    const readSlugs = async () => {
      const { user } = (await asha.get('/users/getUserProfile')).body
      const { orders } = (await asha.get('/orders')).body
      const toSlugs = (found: { items: { slug: string }[] }[]) =>
        found.flatMap(({ items }) => items.map(({ slug }) => slug)).sort()
      return [
        (await find(asha, number)).lines[0].slug,
        (await editor.get(`/editor/orders/${number}`)).body.order.lines[0].slug,
        toSlugs(user.orders),
        toSlugs(orders),
      ]
    }
    expect(await readSlugs()).toEqual(['watch', 'watch', ['ring', 'watch'], ['ring', 'watch']])
    const change = { slug: 'clock' }
    await shop.deps.db.updateTable('product').set(change).where('id', '=', watch).execute()
    expect(await readSlugs()).toEqual(['clock', 'clock', ['clock', 'ring'], ['clock', 'ring']])
    await updateProduct(shop, watch, { archived_at: 1 })
    expect(await readSlugs()).toEqual(['', '', ['', 'ring'], ['', 'ring']])
  })

  test('runs as many statements for several pieces as for one', async ({ shop, asha }) => {
    const countStatements = async () => {
      const seen = await readSeen(asha)
      let count = 0
      const listener = () => void count++
      shop.statementListeners.add(listener)
      expect((await place(asha, { seen })).status).toBe(201)
      shop.statementListeners.delete(listener)
      return count
    }
    // None of them becomes one of the last pieces, which would be published.
    const plenty = { price: 1_000, stock: 100 }
    const slugs = ['belt', 'tie', 'stole']
    const ids = await addProducts(shop, ...slugs.map((slug) => ({ slug, ...plenty })))
    await asha.post('/cart', { productId: ids[0] })
    const one = await countStatements()
    for (const productId of ids) await asha.post('/cart', { productId })
    expect(await countStatements()).toBe(one)
  })

  test('answers a repeat with the same key as the first time, and orders once', async ({
    shop,
    asha,
  }) => {
    await asha.post('/cart', { productId: watch })
    const seen = await readSeen(asha)
    const send = () => place(asha, { seen }, 'the-same-key')
    const first = await send()
    expect((await send()).body).toEqual(first.body)
    expect(await shop.deps.db.selectFrom('order').selectAll().execute()).toHaveLength(1)
    const body = { address: ADDRESS, phone: PHONE, method: 'cod', seen }
    expect(await asha.post('/orders', body)).toMatchObject({
      status: 400,
      body: { message: 'Send an Idempotency-Key, so that a repeat does not order twice.' },
    })
    expect((await place(asha, { seen }, 'another-key')).status).toBe(409)
  })

  test('tells the lines whose price, quantity or stock is not what was seen', async ({
    shop,
    asha,
  }) => {
    await asha.post('/cart', { productId: watch, quantity: 2 })
    const seen = await readSeen(asha)
    const id = seen.lines[0]?.id
    await updateProduct(shop, watch, { price_paise: 120_000, list_price_paise: 120_000 })
    expect(await place(asha, { seen })).toMatchObject({
      status: 409,
      body: {
        message: 'Your cart is not as you saw it any more. Please look at it once more.',
        changes: [{ id, title: 'The watch', kind: 'price', was: 1_000, now: 1_200 }],
        total: 2_520,
      },
    })
    await asha.patch(`/cart/${id}`, { change: 1 })
    const changed = await place(asha, { seen })
    expect(changed.body.changes).toMatchObject([
      { kind: 'quantity', was: 2, now: 3 },
      { kind: 'price', was: 1_000, now: 1_200 },
    ])
    await asha.post('/cart', { productId: ring, variant: { Size: 'S' } })
    expect((await place(asha, { seen })).body.changes).toContainEqual(
      expect.objectContaining({ kind: 'added', was: 0, now: 1 }),
    )
    const { lines, total } = await readSeen(asha)
    const gone = { id: 'gone', quantity: 1, price: 5 }
    const removed = await place(asha, { seen: { lines: [...lines, gone], total } })
    expect(removed.body.changes).toMatchObject([{ id: 'gone', kind: 'removed' }])
    expect(await place(asha, { seen: { lines, total: total - 0.01 } })).toMatchObject({
      status: 409,
      body: { changes: [], total },
    })
    expect(await countHeld(shop)).toBe(0)
    expect(await readCart(asha)).toHaveLength(2)
  })

  test('tells that the gift was changed elsewhere; one that is not shown may have another note', async ({
    asha,
  }) => {
    await asha.post('/cart', { productId: watch })
    const seen = { ...(await readSeen(asha)), gift: { wrap: false, note: 'From before' } }
    await asha.put('/cart/gift', { wrap: true, note: 'For Meera' })
    for (const gift of [seen.gift, { wrap: true, note: '' }])
      expect(await place(asha, { seen: { ...seen, gift } })).toMatchObject({
        status: 409,
        body: {
          message:
            'The gift wrap or its card was changed in another place. Please look at it once more.',
          changes: [],
          total: seen.total,
        },
      })
    expect(
      (await place(asha, { seen: { ...seen, gift: { wrap: true, note: 'For Meera' } } })).status,
    ).toBe(201)
    await asha.post('/cart', { productId: watch })
    const { lines, total } = await readSeen(asha)
    const gift = { wrap: false, note: 'From before' }
    expect((await place(asha, { seen: { lines, total, gift } })).status).toBe(201)
  })

  test('gives the last pieces to one order, and tells the other what is left', async ({
    shop,
    asha,
    shopper,
  }) => {
    await shopper.post('/cart', { productId: watch, quantity: 3 })
    const seen = await readSeen(shopper)
    await order(asha, watch, { quantity: 4 })
    expect(await place(shopper, { seen })).toMatchObject({
      status: 409,
      body: { changes: [{ kind: 'stock', was: 3, now: 1 }] },
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('refuses what the law and the courier need, with a sentence for each field', async ({
    asha,
  }) => {
    await asha.post('/cart', { productId: watch })
    const cases: [Record<string, unknown>, number, string | undefined][] = [
      [{ phone: '12' }, 400, 'phone'],
      [{ address: { ...ADDRESS, pincode: '012345' } }, 400, 'address.pincode'],
      [{ address: { ...ADDRESS, city: '' } }, 400, 'address.city'],
      [{ billingAddress: { ...ADDRESS, pincode: 'x' } }, 400, 'billingAddress.pincode'],
      [{ address: { ...ADDRESS, state: 'Kerala' } }, 400, 'address.state'],
      [{ billingAddress: { ...ADDRESS, state: 'Delhi' } }, 400, 'billingAddress.state'],
      [{ gstin: '08AABCK1234M1Z4' }, 400, 'gstin'],
      [{ method: 'razorpay' }, 409, 'method'],
    ]
    for (const [input, status, field] of cases) {
      const answer = await place(asha, input)
      expect([answer.status, answer.body.field]).toEqual([status, field])
      expect(answer.body.message).toMatch(/[.!]$/)
    }
    await asha.post('/cart', { productId: toProductId('crown') })
    expect(await place(asha)).toMatchObject({ status: 409, body: { field: 'method' } })
  })

  test.for([
    ['Rajsthan', '302001', 'Rajasthan'],
    ['RJ', '302001', 'Rajasthan'],
    ['राजस्थान', '302001', 'Rajasthan'],
    ['New Delhi', '110001', 'Delhi'],
    ['Orissa', '751001', 'Odisha'],
    ['Daman', '396210', 'Dadra and Nagar Haveli and Daman and Diu'],
  ])('stores the state “%s” of %s as %s', async ([state, pincode, name], { asha }) => {
    const number = await order(asha, watch, { address: { ...ADDRESS, state, pincode } })
    const found = await find(asha, number)
    expect([found.shipTo.state, found.billTo.state]).toEqual([name, name])
  })

  test.for([
    [{ state: 'Narnia' }, 'address.state'],
    [{ state: '<b>x</b>' }, 'address.state'],
    [{ pincode: '901234' }, 'address.pincode'],
    [{ pincode: '199999' }, 'address.pincode'],
  ] as const)('refuses the address with %o', async ([part, field], { asha }) => {
    await asha.post('/cart', { productId: watch })
    expect(await place(asha, { address: { ...ADDRESS, ...part } })).toMatchObject({
      status: 400,
      body: { field, message: expect.stringMatching(/\.$/) },
    })
  })

  test('refuses a GST number of another state than that of the bill', async ({ asha }) => {
    await asha.post('/cart', { productId: watch })
    const gstin = '27AAPFU0939F1ZV'
    expect(await place(asha, { gstin })).toMatchObject({
      status: 400,
      body: {
        field: 'gstin',
        message:
          'A GST number of Rajasthan begins with 08. Please correct the number or the billing address.',
      },
    })
    const billingAddress = { ...ADDRESS, city: 'Mumbai', state: 'MH', pincode: '400006' }
    expect((await place(asha, { gstin, billingAddress })).status).toBe(201)
  })

  describe('in a shop with GSTIN', () => {
    const registered = test.extend('env', () => ({
      ORDERS: 'cod',
      GSTIN: '08AABCK1234M1ZK',
      LEGAL_NAME: 'Kairavi Luxury Private Limited',
      LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur 302002',
    }))
    registered('refuses the GST number of the shop itself', async ({ asha }) => {
      await asha.post('/cart', { productId: watch })
      expect(await place(asha, { gstin: '08AABCK1234M1ZK' })).toMatchObject({
        status: 400,
        body: { field: 'gstin', message: 'This is our own GST number. Please enter yours.' },
      })
    })
  })

  test('refuses an account without a verified address, and an empty cart', async ({
    shop,
    asha,
    shopper,
  }) => {
    const seen = { lines: [{ id: 'x', quantity: 1, price: 1 }], total: 1.05 }
    expect(await place(asha, { seen })).toMatchObject({
      status: 409,
      body: { message: 'Your cart is empty.' },
    })
    await shopper.post('/cart', { productId: watch })
    await shop.deps.db
      .updateTable('user')
      .set({ email_verified_at: null })
      .where('id', '=', shopper.uid)
      .execute()
    expect(await place(shopper)).toMatchObject({
      status: 409,
      body: { message: 'Please verify your email address before you order.' },
    })
  })

  describe('in a shop without orders', () => {
    const plain = test.extend('env', () => ({ ORDERS: '' }))
    plain('answers 404, and reads what there is', async ({ asha }) => {
      await asha.post('/cart', { productId: watch })
      expect(await place(asha)).toMatchObject({
        status: 404,
        body: { message: 'This shop takes no orders here.' },
      })
      expect((await asha.get('/orders')).body).toMatchObject({ orders: [], total: 0 })
    })
  })
})

describe('the orders of a shopper', () => {
  test('are listed with the newest first, and in the profile as specified', async ({
    shop,
    asha,
  }) => {
    const first = await order(asha, watch)
    const second = await order(asha, ring, { variant: {} }).catch(() => '')
    expect(second).toBe('')
    const picture = '/media/watch.webp'
    await shop.deps.db.updateTable('order_line').set({ picture }).execute()
    const { body } = await asha.get('/orders')
    expect(body.orders).toMatchObject([
      {
        number: first,
        state: 'placed',
        title: 'The watch',
        lineCount: 1,
        quantity: 1,
        total: 1_050,
      },
    ])
    const { user } = (await asha.get('/users/getUserProfile')).body
    expect(user.orders).toMatchObject([
      {
        id: first,
        total: 1_050,
        state: 'Placed',
        items: [{ slug: 'watch', quantity: 1, picture }],
      },
    ])
  })

  test('name the size of each line, as it was called then', async ({ asha }) => {
    for (const [Size, quantity] of Object.entries({ S: 1, L: 2 }))
      await asha.post('/cart', { productId: ring, variant: { Size }, quantity })
    await place(asha)
    const { user } = (await asha.get('/users/getUserProfile')).body
    expect(user.orders[0].items).toMatchObject([
      { title: 'The ring', choice: 'Size S', quantity: 1 },
      { title: 'The ring', choice: 'Size L', quantity: 2 },
    ])
  })

  test('are listed from one on without a gap or a repeat, also where times are the same', async ({
    shop,
    asha,
    shopper,
  }) => {
    const { db } = shop.deps
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', asha.email)
      .executeTakeFirstOrThrow()
    const COUNT = 57
    for (let index = 0; index < COUNT; index++)
      await insertOrder(
        db,
        toOrderRow({
          number: `KV-${index}`,
          user_id: id,
          // Three at each time.
          placed_at: 1_000 + Math.floor(index / 3),
          total_paise: 100,
          state: 'delivered',
          payment_state: 'captured',
          method: 'razorpay',
        }),
        [
          toLineRow({
            position: 0,
            product_id: watch,
            slug: 'watch',
            title: 'The watch',
            quantity: 1,
          }),
        ],
      )
    const { user } = (await asha.get('/users/getUserProfile')).body
    expect(user.orders).toHaveLength(50)
    const numbers: string[] = []
    for (let before = ''; ; ) {
      const { body } = await asha.get(`/orders${before && `?before=${before}`}`)
      expect(body.total).toBe(COUNT)
      numbers.push(...body.orders.map(({ number }: { number: string }) => number))
      if (body.next === null) break
      before = body.next
    }
    expect(numbers.slice(0, 50)).toEqual(user.orders.map((row: { id: string }) => row.id))
    expect(new Set(numbers).size).toBe(COUNT)
    expect(numbers).toHaveLength(COUNT)
    const rest = (await asha.get(`/orders?before=${user.orders.at(-1).id}`)).body
    expect(rest).toMatchObject({ next: null, orders: { length: COUNT - 50 } })
    expect(rest.orders[0].items).toEqual([
      { slug: 'watch', title: 'The watch', quantity: 1, picture: '' },
    ])
    expect((await shopper.get('/orders?before=KV-1')).status).toBe(404)
    const exported = (await asha.get('/users/export')).body
    expect(exported.orders).toHaveLength(COUNT)
  })

  test('are nobody else’s', async ({ asha, shopper }) => {
    const number = await order(asha, watch)
    const missing = { status: 404, body: { message: 'There is no such order.' } }
    expect(await shopper.get(`/orders/${number}`)).toMatchObject(missing)
    expect(await shopper.get(`/orders/${number}/paper`)).toMatchObject(missing)
    const reason = 'I changed my mind'
    expect(await shopper.post(`/orders/${number}/cancel`, { reason })).toMatchObject(missing)
    expect((await asha.get('/orders/KV-22222222')).status).toBe(404)
  })

  test('can be cancelled before dispatch, once: the pieces can be bought again', async ({
    shop,
    asha,
  }) => {
    const number = await order(asha, watch, { quantity: STOCK })
    const reason = 'I changed my mind'
    const cancelled = await asha.post(`/orders/${number}/cancel`, { reason })
    expect(cancelled.body.order.events.at(-1).text).toBe(
      'You cancelled this order. Reason: I changed my mind.',
    )
    const mail = (await listMailsTo(shop, asha.email)).at(-1)
    expect(mail?.text).toContain('Nothing has been charged.')
    expect(mail?.text).not.toMatch(/refund/i)
    expect(cancelled).toMatchObject({
      status: 200,
      body: { order: { state: 'cancelled', cancelReason: reason, lines: [{ cancelled: STOCK }] } },
    })
    expect(await asha.post(`/orders/${number}/cancel`, { reason })).toMatchObject({
      status: 409,
      body: { message: 'This order is cancelled.' },
    })
    await expectInvariants(shop, { [watch]: STOCK })
    await order(asha, watch, { quantity: STOCK })
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

describe('the order desk', () => {
  const step = (client: ApiClient, number: string, name: string, body?: object) =>
    client.post(`/editor/orders/${number}/${name}`, body)
  const parcel = { carrier: 'Blue Dart', trackingNumber: '1234567890' }

  test('leads an order from placed to delivered and paid, each step once', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { quantity: 2 })
    expect(await step(editor, number, 'deliver')).toMatchObject({
      status: 409,
      body: { message: 'This order is not dispatched yet.' },
    })
    expect(await step(editor, number, 'collect')).toMatchObject({ status: 409 })
    const dispatched = await step(editor, number, 'dispatch', parcel)
    expect(dispatched).toMatchObject({
      status: 200,
      body: {
        message: 'The parcel is dispatched.',
        order: {
          state: 'dispatched',
          invoiceNumber: '',
          shipments: [
            {
              ...parcel,
              trackingUrl: expect.stringMatching(/bluedart.*1234567890$/),
              deliveredAt: null,
            },
          ],
          steps: { dispatch: { can: false, why: 'This order is on its way already.' } },
        },
      },
    })
    await expectInvariants(shop, { [watch]: STOCK })
    expect(await step(editor, number, 'dispatch', parcel)).toMatchObject({ status: 409 })
    expect(await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })).toMatchObject(
      {
        status: 409,
        body: { message: 'This order is on its way. You can return it once it has arrived.' },
      },
    )
    expect((await step(editor, number, 'deliver')).body.order.state).toBe('delivered')
    const collected = await step(editor, number, 'collect')
    expect(collected.body.order).toMatchObject({ paymentState: 'collected', refundable: 2_100 })
    expect((await step(editor, number, 'collect')).body.message).toBe(
      'The cash of this order was collected already.',
    )
    expect(collected.body.order.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'dispatched',
      'delivered',
      'collected',
    ])
    await expectInvariants(shop, { [watch]: STOCK })
    const log = await shop.deps.db
      .selectFrom('audit_entry')
      .select('subject')
      .where('action', '=', 'orders')
      .execute()
    expect(log.map(({ subject }) => subject)).toEqual([
      `Dispatched the order ${number} by Blue Dart`,
      `Marked as delivered: the order ${number}`,
      `Recorded the cash of the order ${number}`,
    ])
  })

  test('a step that is sent twice with one key is taken once', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch)
    const send = () =>
      editor.post(`/editor/orders/${number}/dispatch`, parcel, { 'Idempotency-Key': 'one-press-1' })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('takes a parcel back that came back, and refunds cash in parts', async ({
    shop,
    asha,
    editor,
  }) => {
    const reason = 'The parcel came back to us'
    const first = await order(asha, watch, { quantity: 2 })
    expect((await step(editor, first, 'cancel', { reason })).status).toBe(409)
    await step(editor, first, 'dispatch', parcel)
    const wrong = { reason: 'A piece is out of stock' }
    expect((await step(editor, first, 'cancel', wrong)).status).toBe(409)
    expect((await step(editor, first, 'cancel', { reason })).body.order.state).toBe('cancelled')
    await expectInvariants(shop, { [watch]: STOCK })

    const second = await order(asha, watch)
    expect(await step(editor, second, 'refund', { reason: 'A scratch' })).toMatchObject({
      status: 409,
      body: { message: 'Nothing of this order is paid.' },
    })
    await step(editor, second, 'dispatch', parcel)
    await step(editor, second, 'collect')
    await step(editor, second, 'deliver')
    const part = await step(editor, second, 'refund', { amount: 50, reason: 'A scratch' })
    expect(part.body.order).toMatchObject({
      paymentState: 'part_refunded',
      refunded: 50,
      refundable: 1_000,
      refunds: [{ amount: 50, state: 'processed', reason: 'A scratch' }],
    })
    expect(await step(editor, second, 'refund', { amount: 1_000.01, reason: 'x' })).toMatchObject({
      status: 409,
      body: { field: 'amount', message: 'At most ₹1,000.00 of this order can be refunded.' },
    })
    const rest = await step(editor, second, 'refund', { reason: 'The rest' })
    expect(rest.body.order).toMatchObject({ paymentState: 'refunded', refunded: 1_050 })
    expect((await step(editor, second, 'refund', { reason: 'Once more' })).status).toBe(409)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('decides a return: pieces are on the shelf once they are back', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { quantity: 3 })
    const ask = (quantity: number) =>
      asha.post(`/orders/${number}/return`, {
        lines: [{ position: 0, quantity }],
        reason: 'It does not fit',
        note: 'Too large.',
      })
    expect((await ask(1)).body.message).toBe('This order has not arrived yet.')
    await step(editor, number, 'dispatch', parcel)
    await step(editor, number, 'deliver')
    await step(editor, number, 'collect')
    expect((await ask(2)).body.order).toMatchObject({
      lines: [{ returnable: 1, returned: 0 }],
      returns: [{ state: 'requested', note: 'Too large.', lines: [{ position: 0, quantity: 2 }] }],
    })
    expect(await ask(2)).toMatchObject({
      status: 409,
      body: { message: 'Only 1 of The watch can be returned.' },
    })
    const [{ id }] = (await editor.get(`/editor/orders/${number}`)).body.order.returns
    const decide = (body: object) => editor.put(`/editor/returns/${id}`, body)
    expect((await decide({ state: 'received' })).status).toBe(409)
    expect((await decide({ state: 'refused' })).body.field).toBe('answer')
    expect((await decide({ state: 'accepted' })).body.order.returns).toMatchObject([
      { state: 'accepted', next: ['received', 'refused'] },
    ])
    const received = await decide({ state: 'received' })
    expect(received.body.order).toMatchObject({ lines: [{ returned: 2 }], refundable: 3_150 })
    expect((await decide({ state: 'received' })).body.message).toBe(
      'This return is received already.',
    )
    const mails = (await listMailsTo(shop, asha.email)).slice(-3)
    expect(mails.map(({ text }) => /Your return[^.]*\./.exec(text)?.[0])).toEqual([
      'Your return of 2 pieces has been requested.',
      'Your return of 2 pieces is accepted.',
      'Your return of 2 pieces has reached us.',
    ])
    expect(mails[2]?.text).toContain('we will contact you to refund ₹2,100.00.')
    await ask(1)
    const [, request] = (await editor.get(`/editor/orders/${number}`)).body.order.returns
    const refusal = { state: 'refused', answer: 'It was worn' }
    await editor.put(`/editor/returns/${request.id}`, refusal)
    expect((await listMailsTo(shop, asha.email)).at(-1)?.text).toContain(
      'We could not accept your return of one piece. Reason: It was worn.',
    )
    await expectInvariants(shop, { [watch]: STOCK })
    const daysAgo = shop.deps.now() - 8 * DAY_MS
    await shop.deps.db.updateTable('order').set({ delivered_at: daysAgo }).execute()
    const late = await find(asha, number)
    expect(late.steps.return).toEqual({
      can: false,
      why: 'The days in which this order can be returned are over.',
    })
  })

  test('a review is one of a purchase between its delivery and the return of all', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { quantity: 2 })
    const text = { stars: 5, title: 'Precise', text: 'It keeps the time.' }
    const { review } = (await asha.post('/reviews', { productId: watch, ...text })).body
    await editor.put(`/editor/reviews/${review.id}`, { date: review.date, decision: 'approve' })
    const isVerified = async () => {
      const { product } = (await shop.createClient().get('/products/slug/watch')).body
      return product.newestReviews[0].isVerifiedPurchase
    }
    expect(await isVerified()).toBe(false)
    await step(editor, number, 'dispatch', parcel)
    expect(await isVerified()).toBe(false)
    await step(editor, number, 'deliver')
    expect(await isVerified()).toBe(true)
    const giveBack = async () => {
      const lines = [{ position: 0, quantity: 1 }]
      const body = { lines, reason: 'It does not fit', note: '' }
      const { returns } = (await asha.post(`/orders/${number}/return`, body)).body.order
      for (const state of ['accepted', 'received'])
        await editor.put(`/editor/returns/${returns.at(-1).id}`, { state })
    }
    await giveBack()
    expect(await isVerified()).toBe(true)
    await giveBack()
    expect(await isVerified()).toBe(false)
  })

  test('lists by state, view and words, with counts for Today', async ({
    shop,
    asha,
    shopper,
    editor,
  }) => {
    const first = await order(asha, watch, { name: 'Meera Kapoor' })
    const second = await order(shopper, watch)
    await step(editor, first, 'dispatch', parcel)
    const search = async (body: object) => {
      const answer = await editor.post('/editor/orders/search', body)
      expect(answer.status).toBe(200)
      return answer.body.orders.map(({ number }: { number: string }) => number)
    }
    expect(await search({})).toEqual([second, first])
    expect(await search({ states: ['dispatched'] })).toEqual([first])
    expect(await search({ view: 'to_dispatch' })).toEqual([second])
    expect(await search({ view: 'to_collect' })).toEqual([first])
    expect(await search({ search: 'KAP meera' })).toEqual([first])
    expect(await search({ search: first.slice(3).toLowerCase() })).toEqual([first])
    expect(await search({ search: asha.email.toUpperCase() })).toEqual([first])
    expect(await search({ search: 'no one' })).toEqual([])
    const { orders } = (await editor.get('/editor/dashboard')).body
    expect(orders).toMatchObject({
      states: { placed: 1, dispatched: 1, delivered: 0 },
      views: { to_dispatch: 1, to_collect: 1, overdue: 0, returns: 0, refunds: 0 },
    })
    const promised_to = toIndianDay(shop.deps.now() - 2 * DAY_MS)
    await shop.deps.db.updateTable('order').set({ promised_to }).execute()
    expect(await search({ view: 'overdue' })).toEqual([first, second])
    expect(await search({ view: 'overdue', sort: 'newest' })).toEqual([second, first])
    expect(await search({ numbers: [second, 'KV-22222222', first] })).toEqual([second, first])
  })

  test('has a note for the team', async ({ asha, editor }) => {
    const number = await order(asha, watch)
    const note = { note: 'Call first.' }
    expect((await editor.put(`/editor/orders/${number}/note`, note)).body.order.note).toBe(
      'Call first.',
    )
    expect(JSON.stringify(await find(asha, number))).not.toContain('Call first')
  })
})

describe('the paper of an order', () => {
  const parcel = { carrier: 'By hand' }

  test('is a summary without GSTIN', async ({ asha, editor }) => {
    const number = await order(asha, watch)
    const { paper } = (await asha.get(`/orders/${number}/paper`)).body
    expect(paper).toMatchObject({
      title: 'Order summary',
      invoiceNumber: '',
      seller: { name: 'Kairavi', gstin: '' },
      lines: [{ title: 'The watch', quantity: 1, taxableValue: 1_000, tax: 50, total: 1_050 }],
      taxes: [{ label: 'Tax', percent: 5, amount: 50 }],
      toCollect: 1_050,
    })
    await editor.post(`/editor/orders/${number}/dispatch`, parcel)
    expect((await editor.get(`/editor/orders/${number}`)).body.order.isDispatchFinal).toBe(false)
    expect((await asha.get(`/orders/${number}/paper`)).body.paper.title).toBe('Order summary')
  })

  const withGst = test.extend('env', () => ({
    ORDERS: 'cod',
    GSTIN: '08AABCK1234M1Z5',
    LEGAL_NAME: 'Kairavi Luxury Private Limited',
    LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur 302002',
  }))
  const setHsn = (shop: TestApp, hsn: string | undefined) =>
    shop.deps.db
      .updateTable('product')
      .set({ detail: JSON.stringify({ ...createCatalogEntry({ slug: 'watch' }), hsn }) })
      .where('id', '=', watch)
      .execute()

  const setCategory = ({ deps }: TestApp, category: string) =>
    deps.db.updateTable('product').set({ category }).where('id', '=', watch).execute()

  withGst(
    'needs the HSN code of each piece, and keeps the one that it was dispatched with',
    async ({ shop, asha, editor }) => {
      await setCategory(shop, 'clothing')
      const number = await order(asha, watch)
      expect(await editor.post(`/editor/orders/${number}/dispatch`, parcel)).toMatchObject({
        status: 409,
        body: {
          message:
            'The watch has no HSN code, which its tax invoice needs. Please enter it in the form of the piece, or in that of its category.',
        },
      })
      await expectInvariants(shop, { [watch]: STOCK })
      await setHsn(shop, '9102')
      expect((await editor.post(`/editor/orders/${number}/dispatch`, parcel)).status).toBe(200)
      await setHsn(shop, '7113')
      const { paper } = (await asha.get(`/orders/${number}/paper`)).body
      expect(paper.lines).toMatchObject([{ hsn: '9102' }])
    },
  )

  withGst(
    'has the HSN code of the category where a piece has none of its own',
    async ({ shop, asha, editor }) => {
      const readCodes = async (number: string) => {
        const { status } = await editor.post(`/editor/orders/${number}/dispatch`, parcel)
        expect(status).toBe(200)
        const { paper } = (await asha.get(`/orders/${number}/paper`)).body
        return paper.lines.map(({ hsn }: { hsn: string }) => hsn)
      }
      await setCategory(shop, 'bags')
      expect(await readCodes(await order(asha, watch))).toEqual(['4202'])
      const path = '/editor/content/category:bags'
      const { record } = (await editor.get(path)).body
      const save = (hsn: string, revision: number) =>
        editor.put(path, { revision, body: { ...record.body, hsn } })
      expect(await save('42', record.revision)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('must have 4, 6 or 8 digits') },
      })
      expect((await save('42022110', record.revision)).status).toBe(200)
      expect(await readCodes(await order(asha, watch))).toEqual(['42022110'])
      await setHsn(shop, '9102')
      expect(await readCodes(await order(asha, watch))).toEqual(['9102'])
    },
  )

  withGst(
    'has the fields of rule 46 and a number of the year from the dispatch on',
    async ({ shop, asha, editor }) => {
      await setHsn(shop, '9102')
      const near = await order(asha, watch)
      expect((await editor.get(`/editor/orders/${near}`)).body.order.isDispatchFinal).toBe(true)
      const far = await order(asha, watch, {
        address: { ...ADDRESS, city: 'Mumbai', state: 'Maharashtra', pincode: '400006' },
        gstin: '27AAPFU0939F1ZV',
      })
      const dispatch = async (number: string) =>
        (await editor.post(`/editor/orders/${number}/dispatch`, parcel)).body.order.invoiceNumber
      const numbers = [await dispatch(near), await dispatch(far)]
      expect(numbers).toEqual([
        expect.stringMatching(/^KV\/\d\d-\d\d\/000001$/),
        expect.stringMatching(/^KV\/\d\d-\d\d\/000002$/),
      ])
      for (const number of numbers) expect(number.length).toBeLessThanOrEqual(16)
      const read = async (number: string) => (await asha.get(`/orders/${number}/paper`)).body.paper
      expect(await read(near)).toMatchObject({
        title: 'Tax invoice',
        seller: {
          name: 'Kairavi Luxury Private Limited',
          gstin: '08AABCK1234M1Z5',
          stateCode: '08',
        },
        shipTo: { stateCode: '08' },
        placeOfSupply: 'Rajasthan (08)',
        taxes: [
          { label: 'CGST', percent: 2.5, amount: 25 },
          { label: 'SGST', percent: 2.5, amount: 25 },
        ],
      })
      expect(await read(far)).toMatchObject({
        billTo: { gstin: '27AAPFU0939F1ZV', stateCode: '27' },
        taxes: [{ label: 'IGST', percent: 5, amount: 50 }],
      })
    },
  )
})
