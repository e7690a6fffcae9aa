import { expect, test } from 'vitest'
import { getRelatedReason } from '#src/channels/related-reason.ts'
import type { Product } from '#src/contract/catalog.ts'
import { product } from '../rules/product.ts'

const ring: Partial<Product> = {
  title: 'Moon Ring',
  category: 'jewelry',
  subtitle: 'A ring of pearls and emeralds',
  technicalDetails: { Metal: 'Sterling silver, plated in 22 kt gold' },
  variant: { Colour: 'Pale gold and green' },
}

const watch: Partial<Product> = {
  category: 'watches',
  technicalDetails: { Movement: 'Swiss, automatic', Metal: 'Gold-tone steel' },
}
const perfume: Partial<Product> = { category: 'perfumes', variant: { Colour: 'Green' } }

test.each<[reason: string, other: Partial<Product>, one?: Partial<Product>]>([
  ['Same stone: emerald', { technicalDetails: { 'Centre stone': 'Emerald, oval cut' } }],
  ['Also in sterling silver', { technicalDetails: { Metal: 'Sterling silver 925' } }],
  ['Also in green', { variant: { Colour: 'Green and gold' } }],
  ['More jewelry', { technicalDetails: { Dial: 'Mother-of-pearl', Metal: '18 kt gold' } }],
  ['Pairs with Moon Ring', { category: 'shoes', variant: { Colour: 'Green' } }],
  ['Also automatic', { technicalDetails: { Calibre: 'Automatic' } }, watch],
  ['More perfumes', { variant: { Colour: 'Green' } }, perfume],
])('names "%s"', (reason, overrides, profile = ring) => {
  const plain = { category: profile.category, subtitle: '', variant: {}, technicalDetails: {} }
  const other = { ...product, ...plain, ...overrides } as Product
  expect(getRelatedReason({ ...product, ...profile }, other)).toBe(reason)
})
