import { describe, expect, test } from 'vitest'
import { productPage } from '#src/content/product-page.ts'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { product } from './product.ts'

describe('toBuyBoxProduct', () => {
  test('has no value that the shopper chooses', () => {
    const sized = { ...product, variant: { ...product.variant, Size: '14' } }
    expect(toBuyBoxProduct(sized, productPage).variant).toEqual({ Colour: 'Pale gold' })
  })

  test.each([
    ['jewelry', { name: 'Size', values: ['IN 8', 'IN 10'] }, '/sizes#rings'],
    ['jewelry', { name: 'Size', values: ['2.4', '2.6'] }, '/sizes#bracelets'],
    ['shoes', { name: 'Size', values: ['EU 36'] }, '/sizes#shoes'],
    ['watches', { name: 'Strap size', values: ['Standard', 'Long'] }, '/sizes#straps'],
    ['accessories', { name: 'Size', values: ['75 cm'] }, '/sizes#belts'],
    ['accessories', { name: 'Nib', values: ['Fine'] }, undefined],
    ['perfumes', { name: 'Size', values: ['50 ml'] }, undefined],
  ])('leads from %s, %o, to %s', (category, option, guide) => {
    const { sizeGuides } = toBuyBoxProduct({ ...product, category, options: [option] }, productPage)
    expect(sizeGuides[option.name]).toBe(guide)
  })

  test('has one picture', () => {
    expect(toBuyBoxProduct(product, productPage).images).toEqual(['/api/media/a/960.webp'])
  })
})
