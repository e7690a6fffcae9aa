import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '#tests/helpers/api-test.ts'
import { order } from '#tests/helpers/orders.ts'
import { watch } from '#tests/helpers/payment-test.ts'
import { DOCUMENT_ENV } from '#tests/helpers/random-orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { formatCookies } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const test = base
  .extend('env', () => ({ ORDERS: 'cod', ...DOCUMENT_ENV }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 9, hsn: '9102' })
    return shop
  })

async function download(shop: TestApp, client: ApiClient, number: string, document: string) {
  const query = new URLSearchParams({ document })
  const response = await shop.request(`/orders/${number}/pdf?${query}`, {
    headers: { Cookie: formatCookies(client.cookies) },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const toHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an invoice and its credit note print the same bytes after all settings changed', async ({
  shop,
  asha,
  editor,
}) => {
  const number = await order(asha, watch, { quantity: 2, name: 'आशा Rao' })
  await editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
  await editor.post(`/editor/orders/${number}/cancel`, { reason: 'The parcel came back to us' })
  const { invoiceNumber, creditNoteNumbers } = (await asha.get(`/orders/${number}`)).body.order
  const documents: string[] = [invoiceNumber, ...creditNoteNumbers]
  expect(documents).toHaveLength(2)
  const print = async () => {
    const hashes: string[] = []
    for (const document of documents) {
      const { response, bytes } = await download(shop, asha, number, document)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('content-disposition')).toContain(
        `${document.replaceAll('/', '-')}.pdf`,
      )
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.toString('latin1')).toContain(document)
      hashes.push(toHash(bytes))
    }
    return hashes
  }
  const first = await print()
  expect(new Set(first).size).toBe(2)
  Object.assign(shop.deps.env, {
    GSTIN: '27AAPFU0939F1ZV',
    LEGAL_NAME: 'Another house',
    LEGAL_ADDRESS: 'Elsewhere',
    SITE_URL: 'https://another.example',
  })
  const { db } = shop.deps
  await db.updateTable('order').set({ name: 'Nisha', ship_to: '{}', bill_to: '{}' }).execute()
  await db.updateTable('order_line').set({ title: 'A clock', hsn: '1', unit_paise: 1 }).execute()
  shop.advanceTime(400 * 24 * 3_600_000)
  const tomorrow = await shop.createSignedInUser()
  await db.updateTable('order').set({ user_id: tomorrow.uid }).execute()
  const again: string[] = []
  for (const document of documents)
    again.push(toHash((await download(shop, tomorrow, number, document)).bytes))
  expect(again).toEqual(first)
})

test('a document of another order, or of another shopper, is not found', async ({
  shop,
  asha,
  editor,
}) => {
  const number = await order(asha, watch)
  await editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
  const { invoiceNumber } = (await asha.get(`/orders/${number}`)).body.order
  const other = await order(asha, watch)
  const eve = await shop.createSignedInUser()
  expect((await download(shop, asha, other, invoiceNumber)).response.status).toBe(404)
  expect((await download(shop, eve, number, invoiceNumber)).response.status).toBe(404)
  expect((await download(shop, asha, number, invoiceNumber)).response.status).toBe(200)
})
