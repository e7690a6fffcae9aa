import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { Product } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { ProductView } from '#src/ui/product/ProductView.tsx'
import { product } from '../rules/product.ts'

const texts = getDefaultContent('product-page') as unknown as ProductTexts
const render = (input: Partial<Product>) =>
  renderToStaticMarkup(<ProductView product={{ ...product, ...input }} texts={texts} />)

test('the pictures of a page are enlarged by the size of the first one on cards, else by that of its category', () => {
  const picture = { base: '/api/media/a', width: 960, height: 1200, placeholder: '', alt: '' }
  const toClass = (input: Partial<Product>) => /class="(product-top[^"]*)"/.exec(render(input))?.[1]
  expect(toClass({ zoom: 145, pictures: [picture] })).toBe('product-top crop-145')
  expect(toClass({ zoom: 145, pictures: [{ ...picture, zoom: 115 }] })).toBe('product-top crop-115')
  expect(toClass({ pictures: [picture] })).toBe('product-top')
})

test('a word with a hyphen in name and subtitle stays on one line', () => {
  const html = render({ title: 'Maharani Top-Handle Bag', subtitle: 'With a gold-tone lock' })
  for (const word of ['Top-Handle', 'gold-tone'])
    expect(html).toContain(`<span class="keep-hyphens">${word}</span>`)
})
