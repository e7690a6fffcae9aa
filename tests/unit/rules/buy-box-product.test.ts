import { describe, expect, test } from 'vitest'
import { productPage } from '#src/content/product-page.ts'
import { toBuyBoxProduct } from '#src/rules/product/buy-box-product.ts'
import { band, product } from './product.ts'

describe('toBuyBoxProduct', () => {
  test('has one picture, no value that the shopper chooses, and no barcode', () => {
    const field = { name: 'Engraving', letters: 'text', maxLength: 12 } as const
    const offers = [{ icon: 'gift', title: 'Engraving', detail: '', field } as const]
    const variant = { Metal: 'Gold', Size: 'S' }
    const { variants: [small, medium, black] = [], ...shown } = band
    const { barcode: _, ...withoutBarcode } = medium ?? {}
    expect(toBuyBoxProduct({ ...band, variant, offers }, productPage)).toEqual({
      id: 'id-3',
      slug: 'moon-band',
      title: 'Moon band',
      category: 'jewelry',
      price: 999.5,
      priceText: 'From ₹999.50',
      originalPrice: 1_200,
      stock: 3,
      options: shown.options,
      images: ['/api/media/a/960.webp'],
      variant: { Metal: 'Gold' },
      variants: [small, withoutBarcode, black],
      states: { Size: { L: 'notOffered' }, Colour: {} },
      fields: [field],
      fieldsHint: productPage.personalisation,
      sizeGuides: { Size: '/sizes#bracelets' },
    })
    for (const name of ['variants', 'originalPrice', 'states', 'fields', 'fieldsHint'])
      expect(toBuyBoxProduct(product, productPage)).not.toHaveProperty(name)
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
})
