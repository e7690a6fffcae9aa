import { expect, test } from 'vitest'
import type { Product } from '#src/contract/catalog.ts'
import { getRelatedReason } from '#src/rules/related-reason.ts'
import { product } from './product.ts'

const ring: Partial<Product> = {
  title: 'Moon Ring',
  category: 'jewelry',
  subtitle: 'A ring of pearls and emeralds',
  technicalDetails: { Metal: 'Sterling silver, plated in 22 kt gold' },
  variant: { Colour: 'Pale gold and green' },
}

test.each<[reason: string, other: Partial<Product>]>([
  ['Same stone: emerald', { technicalDetails: { 'Centre stone': 'Emerald, oval cut' } }],
  ['Also in sterling silver', { technicalDetails: { Metal: 'Sterling silver 925' } }],
  ['Also in green', { variant: { Colour: 'Green and gold' } }],
  ['More jewelry', { technicalDetails: { Dial: 'Mother-of-pearl', Metal: '18 kt gold' } }],
  ['Pairs with Moon Ring', { category: 'shoes', variant: { Colour: 'Green' } }],
])('names "%s"', (reason, given) => {
  const plain = { category: 'jewelry', subtitle: '', variant: {}, technicalDetails: {} }
  expect(getRelatedReason({ ...product, ...ring }, { ...product, ...plain, ...given })).toBe(reason)
})
