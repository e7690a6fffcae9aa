import { expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, order } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

// The books of a month: documents, payments and refunds, each by its own date.

const watch = toProductId('watch')

const test = base
  .extend('env', () => ({
    ORDERS: 'cod',
    GSTIN: '08AABCK1234M1ZK',
    LEGAL_NAME: 'Kairavi Luxury Private Limited',
    LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur 302002',
  }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 20, hsn: '9102' })
    return shop
  })

const take = (editor: ApiClient, number: string, step: string, body?: object) =>
  editor.post(`/editor/orders/${number}/${step}`, body)
const dispatch = (editor: ApiClient, number: string) =>
  take(editor, number, 'dispatch', { carrier: 'By hand' })

type Sheets = Record<string, Record<string, unknown>[]>

const toMonth = ({ deps }: TestApp): string => toIndianDay(deps.now()).slice(0, 7)

/** The rows of each sheet of a month, by its name. */
async function readBooks(editor: ApiClient, month: string): Promise<Sheets> {
  const file = await editor.get(`/editor/orders/export?month=${month}`)
  expect(file.status).toBe(200)
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(file.bytes)
  return Object.fromEntries(
    sheets.map(({ name, rows }) => {
      const [headers = [], ...rest] = rows
      return [
        name,
        rest.map((row) =>
          Object.fromEntries(headers.map((header, index) => [String(header), row[index]])),
        ),
      ]
    }),
  )
}

/** Goes to the next month, in which the sessions of this one are over. @returns an editor who is signed in then. */
function goOn(shop: TestApp): Promise<ApiClient> {
  shop.advanceTime(31 * DAY_MS)
  return shop.createSignedInUser('editor')
}

test('have an order in the month of its invoice, with its taxes apart', async ({ shop, asha }) => {
  const number = await order(asha, watch, { quantity: 2 })
  const placedIn = toMonth(shop)
  const editor = await goOn(shop)
  const { invoiceNumber } = (await dispatch(editor, number)).body.order
  expect((await readBooks(editor, placedIn))['Invoices']).toEqual([])
  const books = await readBooks(editor, toMonth(shop))
  expect(books['Invoices']).toMatchObject([
    {
      Invoice: invoiceNumber,
      Date: new Date(`${toIndianDay(shop.deps.now())}T00:00:00Z`),
      Order: number,
      'Place of supply': 'Rajasthan (08)',
      'Taxable value': 2_000,
      CGST: 50,
      'SGST or UTGST': 50,
      IGST: 0,
      Total: 2_100,
    },
  ])
  expect(books['Lines']).toMatchObject([
    { Document: invoiceNumber, HSN: '9102', 'Rate in %': 5, Quantity: 2, CGST: 50, IGST: 0 },
  ])
})

test('have IGST for another state', async ({ shop, asha, editor }) => {
  const address = { ...ADDRESS, city: 'Mumbai', state: 'Maharashtra', pincode: '400006' }
  await dispatch(editor, await order(asha, watch, { address }))
  const books = await readBooks(editor, toMonth(shop))
  expect(books['Invoices']).toMatchObject([{ CGST: 0, 'SGST or UTGST': 0, IGST: 50 }])
  expect(books['Lines']).toMatchObject([{ CGST: 0, IGST: 50 }])
})

test('have no order that was never invoiced', async ({ shop, asha, editor }) => {
  await order(asha, watch)
  const cancelled = await order(asha, watch)
  await asha.post(`/orders/${cancelled}/cancel`, { reason: 'Another reason' })
  const books = await readBooks(editor, toMonth(shop))
  expect(Object.values(books).flat()).toEqual([])
})

test('have credit notes, payments and refunds by their dates', async ({ shop, asha, editor }) => {
  const number = await order(asha, watch)
  const { invoiceNumber } = (await dispatch(editor, number)).body.order
  await take(editor, number, 'collect')
  const first = toMonth(shop)
  const later = await goOn(shop)
  await take(later, number, 'refund', { amount: 105, reason: '=A scratch' })
  const second = await readBooks(later, toMonth(shop))
  expect(second['Credit notes']).toMatchObject([
    { Invoice: invoiceNumber, Reason: "'=A scratch", 'Taxable value': 100, CGST: 2.5, Total: 105 },
  ])
  expect(second['Payments and refunds']).toMatchObject([
    { Kind: 'Refund', Order: number, Amount: -105 },
  ])
  const books = await readBooks(later, first)
  expect(books['Credit notes']).toEqual([])
  expect(books['Payments and refunds']).toMatchObject([
    { Kind: 'Payment', Order: number, Method: 'Cash on delivery', Amount: 1_050 },
  ])
})

test('need a month', async ({ editor }) => {
  expect((await editor.get('/editor/orders/export?month=2026-13')).status).toBe(400)
})
