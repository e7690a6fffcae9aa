import { describe, expect } from 'vitest'
import type { DocumentBody } from '#src/contract/orders.ts'
import { toPaise } from '#src/rules/money.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { freezeFormerInvoices } from '#src/server/shop/orders/documents.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, expectInvariants, order } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { deliver, type RazorpayStandIn, startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

const watch = toProductId('watch')
const GST = {
  GSTIN: '08AABCK1234M1ZK',
  LEGAL_NAME: 'Kairavi Luxury Private Limited',
  LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur 302002',
}

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  .extend<'provider', RazorpayStandIn>('provider', async ({}, { onCleanup }) => {
    const provider = await startRazorpayStandIn()
    onCleanup(() => provider[Symbol.asyncDispose]())
    return provider
  })
  .extend('env', ({ provider }) => ({ ...provider.env, ...GST }))
  .extend('shop', async ({ shop }) => {
    await addProducts(
      shop,
      { slug: 'watch', price: 1_000, stock: 50, hsn: '9102' },
      { slug: 'pen', price: 9_801, stock: 50, hsn: '9608' },
    )
    return shop
  })

const take = (editor: ApiClient, number: string, step: string, body?: object) =>
  editor.post(`/editor/orders/${number}/${step}`, body)
const dispatch = async (editor: ApiClient, number: string) =>
  expect((await take(editor, number, 'dispatch', { carrier: 'By hand' })).status).toBe(200)
const read = async (client: ApiClient, number: string) =>
  (await client.get(`/orders/${number}/paper`)).body as {
    paper: DocumentBody
    creditNotes: DocumentBody[]
  }
const cameBack = { reason: 'The parcel came back to us' }

async function pay(
  { shop, provider, asha }: { shop: TestApp; provider: RazorpayStandIn; asha: ApiClient },
  number: string,
) {
  await asha.post(`/orders/${number}/payment`)
  await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
}

async function returnPieces(
  { asha, editor }: { asha: ApiClient; editor: ApiClient },
  number: string,
  quantity: number,
) {
  const lines = [{ position: 0, quantity }]
  const { body } = await asha.post(`/orders/${number}/return`, {
    lines,
    reason: 'It does not fit',
  })
  const { id } = body.order.returns.at(-1)
  await editor.put(`/editor/returns/${id}`, { state: 'accepted' })
  return editor.put(`/editor/returns/${id}`, { state: 'received' })
}

const sumTaxes = ({ taxes }: DocumentBody) =>
  taxes.reduce((sum, { amount }) => sum + toPaise(amount), 0)

describe('a tax invoice', () => {
  test('stays as it was issued, whatever the settings are later', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch)
    await dispatch(editor, number)
    const issued = await read(asha, number)
    expect(issued.paper).toMatchObject({ title: 'Tax invoice', placeOfSupply: 'Rajasthan (08)' })
    const { env, db } = shop.deps
    Object.assign(env, {
      GSTIN: '27AAPFU0939F1ZV',
      LEGAL_NAME: 'Another house',
      LEGAL_ADDRESS: 'Mumbai',
    })
    await db.updateTable('order').set({ name: 'Nisha', ship_to: '{}', bill_to: '{}' }).execute()
    await db.updateTable('order_line').set({ title: 'A clock', unit_paise: 1, hsn: '1' }).execute()
    const { recipient: _, ...later } = (await read(asha, number)).paper as DocumentBody & {
      recipient: object
    }
    const { recipient: __, ...first } = issued.paper as DocumentBody & { recipient: object }
    expect(JSON.stringify(later)).toBe(JSON.stringify(first))
  })

  test('has equal CGST and SGST, and a line for what rounding leaves', async ({ asha, editor }) => {
    const number = await order(asha, toProductId('pen'))
    await dispatch(editor, number)
    const { paper } = await read(asha, number)
    expect(paper).toMatchObject({
      subtotal: 9_801,
      taxes: [
        { label: 'CGST', percent: 2.5, amount: 245.03 },
        { label: 'SGST', percent: 2.5, amount: 245.03 },
        { label: 'Round off', percent: 0, amount: -0.01 },
      ],
      total: 10_291.05,
      lines: [{ hsn: '9608', tax: 490.06 }],
    })
  })

  test('of a parcel within a union territory without a legislature has UTGST', async ({
    shop,
    asha,
    editor,
  }) => {
    Object.assign(shop.deps.env, { GSTIN: '04AABCK1234M1ZS' })
    const address = { ...ADDRESS, city: 'Chandigarh', state: 'Chandigarh', pincode: '160017' }
    const number = await order(asha, watch, { address })
    await dispatch(editor, number)
    expect((await read(asha, number)).paper.taxes).toMatchObject([
      { label: 'CGST' },
      { label: 'UTGST' },
    ])
  })

  test('has no email and no telephone number of the buyer', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch)
    await dispatch(editor, number)
    const [row] = await shop.deps.db.selectFrom('document').select('body').execute()
    expect(row?.body).not.toContain(asha.email)
    expect(row?.body).not.toContain('98290')
    const { papers } = (await editor.post('/editor/orders/papers', { numbers: [number] })).body
    const slip = papers[0].paper.recipient
    expect(slip.phone).toBe('+91 98290 12345')
  })

  test('of an earlier release is filled once, and says so', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch)
    await dispatch(editor, number)
    const { db, env } = shop.deps
    await db.updateTable('document').set({ body: '' }).execute()
    await freezeFormerInvoices(shop.deps)
    const frozen = await read(asha, number)
    expect(frozen.paper).toMatchObject({
      title: 'Tax invoice',
      seller: { gstin: GST.GSTIN },
      note: expect.stringContaining('Until then it was drawn anew for each print'),
    })
    Object.assign(env, { GSTIN: '27AAPFU0939F1ZV' })
    await freezeFormerInvoices(shop.deps)
    expect(await read(asha, number)).toEqual(frozen)
  })
})

describe('a credit note', () => {
  test('follows a cash parcel that came back, over the whole invoice', async ({ asha, editor }) => {
    const number = await order(asha, watch, { quantity: 2 })
    await dispatch(editor, number)
    await take(editor, number, 'cancel', cameBack)
    const { paper, creditNotes } = await read(asha, number)
    expect(creditNotes).toMatchObject([
      {
        title: 'Credit note',
        creditNoteNumber: expect.stringMatching(/^CR\/\d\d-\d\d\/000001$/),
        invoiceNumber: paper.invoiceNumber,
        invoiceDate: paper.invoiceDate,
        reason: cameBack.reason,
        lines: [{ position: 0, quantity: 2, hsn: '9102', taxableValue: 2_000 }],
        total: 2_100,
        seller: paper.seller,
      },
    ])
  })

  test('follows a return, and its refund has none of its own', async ({ asha, editor }) => {
    const number = await order(asha, watch, { quantity: 3 })
    await dispatch(editor, number)
    await take(editor, number, 'deliver')
    await take(editor, number, 'collect')
    await returnPieces({ asha, editor }, number, 1)
    await take(editor, number, 'refund', { reason: 'It came back' })
    const { creditNotes } = await read(asha, number)
    expect(creditNotes).toMatchObject([{ total: 1_050, lines: [{ quantity: 1 }] }])
  })

  test('follows a refund of a part of the price', async ({ asha, editor }) => {
    const number = await order(asha, watch)
    await dispatch(editor, number)
    await take(editor, number, 'collect')
    await take(editor, number, 'refund', { amount: 105, reason: 'A scratch' })
    const { creditNotes } = await read(asha, number)
    expect(creditNotes).toMatchObject([
      {
        reason: 'A scratch',
        subtotal: 100,
        total: 105,
        lines: [{ position: null, title: 'Reduction of the price', hsn: '9102' }],
      },
    ])
    await take(editor, number, 'deliver')
    await returnPieces({ asha, editor }, number, 1)
    const notes = (await read(asha, number)).creditNotes
    expect(notes.map(({ total }) => total)).toEqual([105, 945])
    expect(notes[1]?.lines).toMatchObject([
      { position: 0, quantity: 1, taxableValue: 1_000 },
      { position: null, title: 'Credited before', taxableValue: -100 },
    ])
  })

  test('follows an invoice at once if a part was refunded before the dispatch', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    await pay({ shop, provider, asha }, number)
    await take(editor, number, 'refund', { amount: 105, reason: 'A discount' })
    await runOrderJob(shop.deps)
    await dispatch(editor, number)
    expect((await read(asha, number)).creditNotes).toMatchObject([{ total: 105 }])
  })

  test('is not issued for a refund that fails for good', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    await pay({ shop, provider, asha }, number)
    await dispatch(editor, number)
    provider.faults.refund = ['refuse']
    await take(editor, number, 'refund', { amount: 105, reason: 'A scratch' })
    await runOrderJob(shop.deps)
    expect((await read(asha, number)).creditNotes).toEqual([])
    await expectInvariants(shop)
  })

  test('is not issued again if a failed refund is repeated', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    await pay({ shop, provider, asha }, number)
    await dispatch(editor, number)
    provider.faults.refund = ['refuse']
    await take(editor, number, 'refund', { amount: 105, reason: 'A scratch' })
    await runOrderJob(shop.deps)
    await take(editor, number, 'refund', { amount: 105, reason: 'Once more' })
    await runOrderJob(shop.deps)
    expect((await read(asha, number)).creditNotes).toMatchObject([{ total: 105 }])
    await expectInvariants(shop)
  })

  test('has taxes that add up to its total', async ({ asha, editor }) => {
    const number = await order(asha, toProductId('pen'), { quantity: 3 })
    await dispatch(editor, number)
    await take(editor, number, 'deliver')
    await take(editor, number, 'collect')
    for (const _ of [1, 2, 3]) await returnPieces({ asha, editor }, number, 1)
    const { paper, creditNotes } = await read(asha, number)
    expect(creditNotes).toHaveLength(3)
    for (const { subtotal, total, ...note } of creditNotes)
      expect(toPaise(subtotal) + sumTaxes({ subtotal, total, ...note })).toBe(toPaise(total))
    expect(creditNotes.reduce((sum, { total }) => sum + toPaise(total), 0)).toBe(
      toPaise(paper.total),
    )
  })

  test('needs an invoice', async ({ shop, asha, editor }) => {
    Object.assign(shop.deps.env, { GSTIN: undefined })
    const number = await order(asha, watch)
    await dispatch(editor, number)
    Object.assign(shop.deps.env, GST)
    await take(editor, number, 'cancel', cameBack)
    expect(await shop.deps.db.selectFrom('document').selectAll().execute()).toEqual([])
  })

  test('is found by its number', async ({ asha, editor }) => {
    const number = await order(asha, watch)
    await dispatch(editor, number)
    const { order: cancelled } = (await take(editor, number, 'cancel', cameBack)).body
    const [search] = cancelled.creditNoteNumbers
    const { body } = await editor.post('/editor/orders/search', { search })
    expect(body.orders).toMatchObject([{ number }])
  })
})
