import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts } from '#tools/products.ts'

const id = toProductId('ring')
const SIZES = ['S', 'M'].map((size) => ({ choice: { Size: size }, stock: size === 'S' ? 2 : 7 }))

/** A shop with a bag without variants and a ring in two sizes. */
const test = base.extend('stocked', async ({ studio }) => {
  const { shop, editor } = studio
  await addProducts(
    shop,
    { slug: 'bag', stock: 5 },
    {
      slug: 'ring',
      stock: 9,
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variant: { Size: 'S' },
      variants: SIZES,
    },
  )
  return {
    ...studio,
    change: (product: string, changes: object[], reason: string) =>
      editor.post(`/editor/products/${product}/stock`, { changes, reason }),
  }
})

describe('a change of the stock', () => {
  test('adds pieces or takes them off, and the history says why', async ({ stocked }) => {
    const { change, editor, readProduct } = stocked
    const changes = [
      { choice: { Size: 'S' }, from: 2, by: 10 },
      { choice: { Size: 'M' }, from: 7, by: -3 },
    ]
    const saved = await change(id, changes, ' Delivery: bill 42 ')
    expect(saved).toMatchObject({ status: 200, body: { product: { entry: { stock: 16 } } } })
    expect((await readProduct('ring')).entry.variants?.map(({ stock }) => stock)).toEqual([12, 4])
    const { versions } = (await editor.get(`/editor/products/${id}/history`)).body
    expect(versions[0]).toMatchObject({ reason: 'Delivery: bill 42', savedBy: expect.any(String) })
    const bag = toProductId('bag')
    expect((await change(bag, [{ choice: {}, from: 5, by: -5 }], 'Lost')).status).toBe(200)
    expect((await readProduct('bag')).entry.stock).toBe(0)
  })

  test('that is sent again, or whose count is another one by now, changes nothing', async ({
    stocked,
  }) => {
    const { change, readProduct } = stocked
    const bag = toProductId('bag')
    const delivery = () => change(bag, [{ choice: {}, from: 5, by: 3 }], 'Delivery')
    expect((await delivery()).status).toBe(200)
    expect(await delivery()).toMatchObject({
      status: 409,
      body: {
        field: 'changes.0.by',
        message: '8 pieces on the shelf now, not 5. Look at the numbers again.',
      },
    })
    expect((await readProduct('bag')).entry.stock).toBe(8)
  })

  test.for([
    [[{ choice: { Size: 'S' }, from: 2, by: -3 }], 'Lost', 400],
    [[{ choice: { Size: 'S' }, from: 2, by: 100_000 }], 'Delivery', 400],
    [[{ choice: { Size: 'L' }, from: 0, by: 1 }], 'Delivery', 409],
    [[{ choice: {}, from: 9, by: 1 }], 'Delivery', 409],
    [[{ choice: { Size: 'S' }, from: 2, by: 0.5 }], 'Delivery', 400],
    [[{ choice: { Size: 'S' }, from: 2, by: 1 }], ' ', 400],
    [[], 'Delivery', 400],
  ] as const)(
    '%j with the reason “%s” is refused',
    async ([changes, reason, status], { stocked }) => {
      const { change, readProduct } = stocked
      expect((await change(id, [...changes], reason)).status).toBe(status)
      expect((await readProduct('ring')).entry.stock).toBe(9)
      expect((await change('never', [{ choice: {}, from: 1, by: 1 }], 'Delivery')).status).toBe(404)
    },
  )
})
