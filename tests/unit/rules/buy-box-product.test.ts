import { describe, expect, test } from 'vitest'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { product } from './product.ts'

describe('toBuyBoxProduct', () => {
  test('completes the product’s variant with the first value of each other option', () => {
    expect(toBuyBoxProduct(product).variant).toEqual({ Colour: 'Pale gold', Size: '12' })
    const sized = { ...product, variant: { Size: '14' } }
    expect(toBuyBoxProduct(sized).variant).toEqual({ Size: '14' })
  })

  test('replaces a value that is no option', () => {
    expect(toBuyBoxProduct({ ...product, variant: { Size: '99' } }).variant).toEqual({ Size: '12' })
  })

  test('has one picture', () => {
    expect(toBuyBoxProduct(product).images).toEqual(['/api/media/a/960.webp'])
  })
})
