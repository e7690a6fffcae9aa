import { describe, expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { expectInvariants, order } from '#tests/helpers/orders.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

// Returns to their end: what follows and until when, the way back, and where cash is paid back.

const watch = toProductId('watch')
const ACCOUNT = '50200012345678'
const BANK = { kind: 'bank', holder: 'Asha Rao', account: ACCOUNT, ifsc: 'hdfc0001234' }
const MASKED = 'account ••••5678, IFSC HDFC0001234'

const keyless = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 5 })
    // A Tuesday.
    shop.freezeTime()
    shop.advanceTime(Date.parse('2026-12-01T06:00:00Z') - shop.deps.now())
    return shop
  })
const test = keyless.extend('env', () => ({
  ORDERS: 'cod',
  PAN_KEY: 'a-key-of-the-tests-with-32-letters',
}))

interface People {
  asha: ApiClient
  editor: ApiClient
}

/** Brings an order of two pieces to the shopper. @returns its number. */
async function bring({ asha, editor }: People, { isCollected = true } = {}): Promise<string> {
  const number = await order(asha, watch, { quantity: 2 })
  await editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
  await editor.post(`/editor/orders/${number}/deliver`)
  if (isCollected) await editor.post(`/editor/orders/${number}/collect`)
  return number
}

/** @returns the id of the return of one piece. */
async function ask(asha: ApiClient, number: string): Promise<string> {
  const { body } = await asha.post(`/orders/${number}/return`, {
    lines: [{ position: 0, quantity: 1 }],
    reason: 'It does not fit',
  })
  return body.order.returns.at(-1).id
}

const decide = (editor: ApiClient, id: string, body: object) =>
  editor.put(`/editor/returns/${id}`, body)
const read = async (client: ApiClient, number: string, way = '/orders') =>
  (await client.get(`${way}/${number}`)).body.order
const readForStaff = (client: ApiClient, number: string) => read(client, number, '/editor/orders')

/** The order with its number, as it is stored. */
const readRow = ({ deps: { db } }: TestApp, number: string) =>
  db.selectFrom('order').selectAll().where('number', '=', number).executeTakeFirstOrThrow()

describe('a return', () => {
  test('says what follows, and until when, in each of its states', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await bring({ asha, editor })
    const id = await ask(asha, number)
    const dueOn = async () => (await read(asha, number)).returns[0].dueOn
    // The facts of the shop: two working days to collect, five to pay back.
    expect(await dueOn()).toBe('2026-12-03')
    await decide(editor, id, { state: 'accepted', pickupOn: '2026-12-07' })
    expect(await dueOn()).toBe('2026-12-07')
    await decide(editor, id, { state: 'accepted', pickupOn: '2026-12-08' })
    expect(await dueOn()).toBe('2026-12-08')
    await decide(editor, id, { state: 'received' })
    expect(await dueOn()).toBe('2026-12-07')
    await editor.post(`/editor/orders/${number}/refund`, { reason: 'They came back' })
    expect(await dueOn()).toBeNull()
    const texts = (await listMailsTo(shop, asha.email)).map(({ text }) => text).join('\n')
    for (const day of ['by 3 December', 'on 7 December', 'on 8 December', 'by 7 December'])
      expect(texts).toContain(day)
  })

  test('is collected as soon as the shop promises, unless the staff names a day', async ({
    asha,
    editor,
  }) => {
    const id = await ask(asha, await bring({ asha, editor }))
    const { body } = await decide(editor, id, { state: 'accepted' })
    expect(body.order.returns[0]).toMatchObject({ state: 'accepted', dueOn: '2026-12-03' })
  })

  test.for(['2026-11-30', '2027-02-01'])(
    'has no pick-up on %s, which is over or far away',
    async (pickupOn, { asha, editor }) => {
      const id = await ask(asha, await bring({ asha, editor }))
      expect(await decide(editor, id, { state: 'accepted', pickupOn })).toMatchObject({
        status: 400,
        body: { field: 'pickupOn', message: expect.stringContaining('30 January 2027') },
      })
    },
  )

  test.for(['requested', 'accepted'])(
    'that is %s is withdrawn, and its piece can be returned again',
    async (state, { shop, asha, editor }) => {
      const number = await bring({ asha, editor })
      const id = await ask(asha, number)
      if (state === 'accepted') await decide(editor, id, { state: 'accepted' })
      expect((await read(asha, number)).lines[0].returnable).toBe(1)
      const { status, body } = await asha.post(`/returns/${id}/withdraw`)
      expect(status).toBe(200)
      expect(body.order).toMatchObject({
        lines: [{ returnable: 2, returned: 0 }],
        returns: [{ state: 'withdrawn', canWithdraw: false, dueOn: null }],
      })
      for (const next of ['accepted', 'received'])
        expect((await decide(editor, id, { state: next })).status).toBe(409)
      expect((await asha.post(`/returns/${id}/withdraw`)).status).toBe(409)
      expect((await editor.post('/editor/orders/search', { view: 'returns' })).body.total).toBe(0)
      await ask(asha, number)
      await expectInvariants(shop, { [watch]: 5 })
    },
  )

  test('cannot be withdrawn from the day on which the courier comes', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await bring({ asha, editor })
    const id = await ask(asha, number)
    await decide(editor, id, { state: 'accepted', pickupOn: toIndianDay(shop.deps.now() + DAY_MS) })
    shop.advanceTime(DAY_MS)
    expect((await read(asha, number)).returns[0].canWithdraw).toBe(false)
    expect(await asha.post(`/returns/${id}/withdraw`)).toMatchObject({
      status: 409,
      body: { message: 'The courier comes today, or was there. Please write to us.' },
    })
  })
})

describe('the account for cash', () => {
  test('is stored sealed, shown masked, and whole to the staff while cash is due', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await bring({ asha, editor })
    const id = await ask(asha, number)
    const { status, body } = await asha.put(`/orders/${number}/payout`, BANK)
    expect(status).toBe(200)
    expect(body.order).toMatchObject({ payout: MASKED, steps: { payout: { can: true } } })
    expect(JSON.stringify(await readRow(shop, number))).not.toContain(ACCOUNT)
    const told = (await listMailsTo(shop, asha.email)).find(
      ({ subject }) => subject === `Where the refund of order ${number} goes`,
    )
    expect(told?.text).toContain(MASKED)
    expect(told?.text).not.toContain(ACCOUNT)
    expect((await readForStaff(editor, number)).payout).toBe(MASKED)
    expect((await asha.get('/users/export')).body.orders[0].payout).toContain(ACCOUNT)
    await decide(editor, id, { state: 'accepted' })
    await decide(editor, id, { state: 'received' })
    expect((await read(asha, number)).payout).toBe(MASKED)
    expect(await readForStaff(editor, number)).toMatchObject({
      refundDue: 1_050,
      payout: `Asha Rao, account ${ACCOUNT}, IFSC HDFC0001234`,
    })
    const mail = (await listMailsTo(shop, asha.email)).at(-1)
    expect(mail?.text).toContain('We refund ₹1,050.00 to the account that you entered')
  })

  test('is deleted once the transfer is recorded, which happens once', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await bring({ asha, editor })
    const id = await ask(asha, number)
    await asha.put(`/orders/${number}/payout`, { kind: 'upi', upi: ' Asha.Rao@okhdfc ' })
    expect((await read(asha, number)).payout).toBe('UPI As••••@okhdfc')
    await decide(editor, id, { state: 'accepted' })
    await decide(editor, id, { state: 'received' })
    const transfer = () =>
      editor.post(`/editor/orders/${number}/refund`, {
        amount: 1_050,
        reason: 'It came back',
        isDue: true,
      })
    expect((await transfer()).status).toBe(200)
    // One piece is left, whose price could be refunded.
    expect(await transfer()).toMatchObject({
      status: 409,
      body: { message: 'Another amount is due now. Please look at the order again.' },
    })
    expect(await read(asha, number)).toMatchObject({ payout: '', refunded: 1_050, refundDue: 0 })
    expect((await readRow(shop, number)).sealed_payout).toBe('')
    await expectInvariants(shop, { [watch]: 5 })
  })

  test.for(['withdrawn', 'refused', 'received before any cash'] as const)(
    'is deleted with a return that is %s',
    async (end, { shop, asha, editor }) => {
      const number = await bring(
        { asha, editor },
        { isCollected: end !== 'received before any cash' },
      )
      const id = await ask(asha, number)
      await asha.put(`/orders/${number}/payout`, BANK)
      if (end === 'withdrawn') await asha.post(`/returns/${id}/withdraw`)
      else await decide(editor, id, { state: 'accepted' })
      if (end === 'refused') await decide(editor, id, { state: 'refused', answer: 'It is worn' })
      if (end === 'received before any cash') await decide(editor, id, { state: 'received' })
      expect((await readRow(shop, number)).sealed_payout).toBe('')
    },
  )

  test.for([
    [{ kind: 'upi', upi: 'asha' }, 'upi'],
    [{ kind: 'upi', upi: 'asha@ok.hdfc' }, 'upi'],
    [{ ...BANK, account: '12345678' }, 'account'],
    [{ ...BANK, account: '1234567890123456789' }, 'account'],
    [{ ...BANK, ifsc: 'HDFC1001234' }, 'ifsc'],
    [{ ...BANK, holder: ' ' }, 'holder'],
  ] as const)('is refused as %j', async ([body, field], { asha, editor }) => {
    const number = await bring({ asha, editor })
    await ask(asha, number)
    expect(await asha.put(`/orders/${number}/payout`, body)).toMatchObject({
      status: 400,
      body: { field, message: expect.stringMatching(/^Please enter/) },
    })
  })

  test('is not asked for while no cash can be due', async ({ asha, editor }) => {
    const number = await bring({ asha, editor })
    expect(await asha.put(`/orders/${number}/payout`, BANK)).toMatchObject({
      status: 409,
      body: { message: 'Nothing of this order is to be paid back in cash.' },
    })
  })

  keyless('is not asked for by a shop that cannot seal it', async ({ shop, asha, editor }) => {
    const number = await bring({ asha, editor })
    const id = await ask(asha, number)
    expect((await asha.put(`/orders/${number}/payout`, BANK)).status).toBe(409)
    await decide(editor, id, { state: 'accepted' })
    await decide(editor, id, { state: 'received' })
    expect((await listMailsTo(shop, asha.email)).at(-1)?.text).toContain(
      'we will contact you to refund ₹1,050.00',
    )
  })

  test('that is recorded with the return is due as any other', async ({ shop, asha, editor }) => {
    const number = await bring({ asha, editor }, { isCollected: false })
    const id = await ask(asha, number)
    await decide(editor, id, { state: 'accepted' })
    const { body } = await decide(editor, id, { state: 'received', collected: true })
    expect(body.order).toMatchObject({ refundDue: 1_050, returns: [{ dueOn: '2026-12-07' }] })
    expect((await listMailsTo(shop, asha.email)).at(-1)?.text).toContain(
      `by ${formatDay('2026-12-07')}`,
    )
  })
})
