import { expect } from 'vitest'
import { UNDO_MS } from '#src/rules/constants.ts'
import { openOutbox } from '#src/server/core/mail/outbox.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { expectInvariants, order } from '#tests/helpers/orders.ts'
import { type ApiClient, countStatuses, listMailsTo } from '#tools/api-client.ts'
import { startMailServer } from '#tools/mail-server.ts'
import { addProducts, createCatalogEntry, ringWithVariants } from '#tools/products.ts'

// A step of the order desk that was pressed by mistake is taken back, until the shopper is told of it.

const watch = toProductId('watch')

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, ringWithVariants, { slug: 'watch', price: 1_000, stock: 5 })
    return shop
  })

const take = (editor: ApiClient, number: string, step: string, body?: object) =>
  editor.post(`/editor/orders/${number}/${step}`, body)
const dispatch = (editor: ApiClient, number: string) =>
  take(editor, number, 'dispatch', { carrier: 'Blue Dart', trackingNumber: '1' })
const undo = (editor: ApiClient, number: string, step: string) =>
  take(editor, number, 'undo', { step })
const refusal = { status: 409, body: { message: 'This step cannot be taken back any more.' } }

test('dispatch, delivery and cash are taken back one after the other, with their mails', async ({
  shop,
  asha,
  editor,
}) => {
  await asha.post('/cart', { productId: toProductId('ring'), variant: { Size: 'L' } })
  const number = await order(asha, watch, { quantity: 2 })
  const countMails = async () => (await listMailsTo(shop, asha.email)).length
  const before = await countMails()
  const dispatched = await dispatch(editor, number)
  expect(dispatched.body.order.undo).toMatchObject({ step: 'dispatch' })
  expect((await take(editor, number, 'deliver')).body.order.undo).toMatchObject({ step: 'deliver' })
  const collected = await take(editor, number, 'collect')
  expect(collected.body.order.undo).toMatchObject({ step: 'collect' })
  expect(await countMails()).toBe(before + 2)

  // Only the last one.
  expect(await undo(editor, number, 'deliver')).toMatchObject(refusal)
  expect(await undo(editor, number, 'collect')).toMatchObject({
    status: 200,
    body: { order: { state: 'delivered', paymentState: 'none', undo: { step: 'deliver' } } },
  })
  expect(await undo(editor, number, 'deliver')).toMatchObject({
    status: 200,
    body: { order: { state: 'dispatched', returnBefore: null, undo: { step: 'dispatch' } } },
  })
  await expectInvariants(shop, { [watch]: 5 })
  expect(await undo(editor, number, 'dispatch')).toMatchObject({
    status: 200,
    body: {
      order: { state: 'placed', shipments: [], undo: null, steps: { cancel: { can: true } } },
    },
  })
  expect(await countMails()).toBe(before)
  await expectInvariants(shop, { [watch]: 5 })
  // Nothing can be bought that the order holds.
  const stock = await shop.deps.db.selectFrom('stock').selectAll().execute()
  expect(stock.find(({ variant_id }) => variant_id === watch)?.on_hand).toBe(5)

  const again = await dispatch(editor, number)
  expect(again.body.order.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'placed',
    'dispatched',
    'delivered',
    'collected',
    'undone',
    'undone',
    'undone',
    'dispatched',
  ])
  expect(await countMails()).toBe(before + 1)
  await expectInvariants(shop, { [watch]: 5 })
  const log = await shop.deps.db.selectFrom('audit_entry').select('subject').execute()
  expect(log.map(({ subject }) => subject)).toContain(
    `Took a step of the order ${number} back (deliver)`,
  )
})

test('two presses take a step back once, and a repeat of one press has the same answer', async ({
  shop,
  asha,
  editor,
}) => {
  const number = await order(asha, watch)
  await dispatch(editor, number)
  expect(await countStatuses(4, () => undo(editor, number, 'dispatch'))).toEqual({
    200: 1,
    409: 3,
  })
  await dispatch(editor, number)
  const press = () =>
    editor.post(
      `/editor/orders/${number}/undo`,
      { step: 'dispatch' },
      { 'Idempotency-Key': 'one-press' },
    )
  expect(await countStatuses(2, press)).toEqual({ 200: 2 })
  await expectInvariants(shop, { [watch]: 5 })
})

test('after a minute, or once something else has happened, a step stays', async ({
  shop,
  asha,
  editor,
}) => {
  const late = await order(asha, watch)
  await dispatch(editor, late)
  shop.advanceTime(UNDO_MS)
  expect(await undo(editor, late, 'dispatch')).toMatchObject(refusal)
  expect((await editor.get(`/editor/orders/${late}`)).body.order.undo).toBeNull()

  const returned = await order(asha, watch)
  await dispatch(editor, returned)
  await take(editor, returned, 'deliver')
  const lines = [{ position: 0, quantity: 1 }]
  await asha.post(`/orders/${returned}/return`, { lines, reason: 'It does not fit' })
  expect(await undo(editor, returned, 'deliver')).toMatchObject(refusal)

  const refunded = await order(asha, watch)
  await dispatch(editor, refunded)
  await take(editor, refunded, 'collect')
  await take(editor, refunded, 'refund', { amount: 10, reason: 'A scratch' })
  expect(await undo(editor, refunded, 'collect')).toMatchObject(refusal)
  await expectInvariants(shop, { [watch]: 5 })
})

test('the mail of a step leaves after the minute, and holds an undo up once it is being sent', async ({
  shop,
  asha,
  editor,
}) => {
  await using smtp = await startMailServer()
  const outbox = openOutbox({ ...shop.deps, env: { ...shop.deps.env, SMTP_URL: smtp.url } })
  const number = await order(asha, watch)
  await outbox.run()
  const sent = smtp.mails.length
  await dispatch(editor, number)
  await outbox.run()
  expect(smtp.mails).toHaveLength(sent)
  await outbox.flush()
  expect(smtp.mails).toHaveLength(sent + 1)
  expect(await undo(editor, number, 'dispatch')).toMatchObject(refusal)
  await outbox.close()
})

const withInvoices = test.extend('env', () => ({
  ORDERS: 'cod',
  GSTIN: '08AABCK1234M1ZK',
  LEGAL_NAME: 'Kairavi Horology LLP',
  LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur',
}))

withInvoices(
  'a dispatch that gave a tax invoice its number stays',
  async ({ shop, asha, editor }) => {
    const detail = JSON.stringify({ ...createCatalogEntry({ slug: 'watch' }), hsn: '9102' })
    await shop.deps.db.updateTable('product').set({ detail }).where('id', '=', watch).execute()
    const number = await order(asha, watch)
    const { body } = await dispatch(editor, number)
    expect(body.order.undo).toBeNull()
    expect(await undo(editor, number, 'dispatch')).toMatchObject(refusal)
    expect((await take(editor, number, 'deliver')).body.order.undo).toMatchObject({
      step: 'deliver',
    })
    expect((await undo(editor, number, 'deliver')).status).toBe(200)
  },
)
