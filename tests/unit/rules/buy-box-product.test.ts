import { describe, expect, test } from 'vitest'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { product } from './product.ts'

describe('toBuyBoxProduct', () => {
  test('has no value that the shopper chooses', () => {
    const sized = { ...product, variant: { ...product.variant, Size: '14' } }
    expect(toBuyBoxProduct(sized).variant).toEqual({ Colour: 'Pale gold' })
  })

  test('has one picture', () => {
    expect(toBuyBoxProduct(product).images).toEqual(['/api/media/a/960.webp'])
  })
})
