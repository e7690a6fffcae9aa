import { randomUUID } from 'node:crypto'
import { productListPath, productMarkdownPath, productPath } from '#src/rules/paths.ts'
import { expect, test } from '#tools/browser-test.ts'
import { callEditor, createProduct, logIn, readPage } from '#tools/studio.ts'

test('a saved price is published in every channel', async ({ page }) => {
  await logIn(page, 'editor')
  const product = await createProduct(page, `Lamp ${randomUUID().slice(0, 6)}`)
  const { slug, category } = product.entry
  const change = { revision: product.revision, price: 43_211.5 }
  await callEditor(page, 'PATCH', `/products/${product.id}`, change)
  const channels: [path: string, says: string][] = [
    [productPath(slug), '₹43,211.50'],
    [productPath(slug), '"price":"43211.50"'],
    [productMarkdownPath(slug), 'INR 43211.50'],
    [productListPath(category), '₹43,211.50'],
    ['/feeds/google-0.xml', '43211.50 INR'],
    ['/feeds/agents-0.json', '"amount":4321150'],
  ]
  for (const [path, says] of channels)
    await expect.poll(() => readPage(page, path), { message: path }).toContain(says)
})
