import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { createListingItem } from '../rules/product.ts'

test('both pictures of a static card keep their focal points, and the second is fetched when it is shown', () => {
  const picture = { base: '/api/media/a', width: 960, height: 1200, alt: '', placeholder: '' }
  const pictures = [
    { ...picture, focus: { x: 10, y: 20 } },
    { ...picture, base: '/api/media/b', focus: { x: 30, y: 80 } },
  ]
  const html = renderToStaticMarkup(<ProductCard product={createListingItem({ pictures })} />)
  const [first = '', second = ''] = html.match(/<img[^>]*>/g) ?? []
  expect(first).toContain('focus-x-10 focus-y-20')
  expect(second).toContain('focus-x-30 focus-y-80')
  expect(second).toContain('loading="lazy"')
})

test('a product without a tagline has that of the specification on its card', () => {
  const render = (tagline: string) =>
    renderToStaticMarkup(<ProductCard product={createListingItem({ tagline })} />)
  expect(render('')).toContain('Compact &amp; Leak-Proof Design')
  expect(render('Worn at night')).not.toContain('Leak-Proof')
})
