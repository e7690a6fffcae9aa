import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ListingItem } from '#src/contract/catalog.ts'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { createListingItem } from '../rules/product.ts'

const render = (input: Partial<ListingItem>) =>
  renderToStaticMarkup(<ProductCard product={createListingItem(input)} />)

test('a card shows its first picture in the size of its category, or in its own', () => {
  const picture = { base: '/api/media/a', width: 960, height: 1200, placeholder: '', alt: '' }
  const second = { ...picture, base: '/api/media/b' }
  const zooms = (input: Partial<ListingItem>) => render(input).match(/(?<=crop-)\d+/g)
  expect(zooms({ zoom: 145, pictures: [picture, second] })).toEqual(['145'])
  expect(zooms({ zoom: 145, pictures: [{ ...picture, zoom: 100 }, second] })).toBeNull()
  const own = [
    { ...picture, zoom: 121 },
    { ...second, zoom: 200 },
  ]
  expect(zooms({ zoom: 145, pictures: own })).toEqual(['120'])
  expect(zooms({ pictures: [picture] })).toBeNull()
})

test('a product without a tagline has that of the specification on its card', () => {
  expect(render({})).toContain('Compact &amp; Leak-Proof Design')
  expect(render({ tagline: 'Worn at night' })).not.toContain('Leak-Proof')
})

test('a static card shows all that the specification lists beside its buttons, and its first picture at its focal point §2.shop.7', () => {
  const picture = { base: '/api/media/a', width: 960, height: 1200, placeholder: '' }
  const html = render({
    title: 'Moon ring',
    price: 900,
    actualPrice: 1_200,
    category: 'jewelry',
    tagline: 'Worn at night',
    rating: 4.5,
    reviews: 2,
    stock: 4,
    pictures: [
      { ...picture, alt: 'A ring at night', focus: { x: 10, y: 20 } },
      { ...picture, alt: '', base: '/api/media/b', focus: { x: 30, y: 80 } },
    ],
  })
  const [first, ...others] = html.match(/<img[^>]*>/g) ?? []
  expect(first).toContain('alt="A ring at night"')
  expect(first).toContain('focus-x-10 focus-y-20')
  expect(others).toEqual([])
  expect(html).toMatch(/<s[ >].*₹1,200\.00/)
  const shown = html.replaceAll(/<[^>]*>/g, '')
  for (const text of ['Moon ring', '₹900.00', '25% off', '4.5', '(2 review', 'Worn at night'])
    expect(shown).toContain(text)
  for (const text of ['+ 5% tax at checkout', 'jewelry']) expect(shown).toContain(text)
})
