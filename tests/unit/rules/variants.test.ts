import { describe, expect, test } from 'vitest'
import { listSizes } from '#src/channels/product-facets.ts'
import { toProductFacts } from '#src/channels/product-facts.ts'
import type { Variant } from '#src/contract/catalog.ts'
import { type CatalogEntry, findEntryErrors, isGtin } from '#src/contract/entry.ts'
import { getQuantityLimit } from '#src/rules/cart-line.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import {
  formatAvailability,
  getOffer,
  getShownPrice,
  getValueState,
  isNotOffered,
  withTotalStock,
} from '#src/rules/product/variants.ts'
import { createCatalogEntry } from '#tools/products.ts'
import { band, product } from './product.ts'

describe('the variant of a choice', () => {
  test.each<[Variant, price: number, stock: number, sku: string | undefined]>([
    [{ Size: 'S', Colour: 'Ivory', Metal: 'Gold' }, 999.5, 2, 'MR-S'],
    [{ Size: 'M', Colour: 'Ivory' }, 999.5, 0, undefined],
    [{ Size: 'M', Colour: 'Black' }, 1_500, 1, undefined],
    // Not offered, and not chosen yet: the sum and the lowest price.
    [{ Size: 'S', Colour: 'Black' }, 999.5, 0, undefined],
    [{ Size: 'S' }, 999.5, 3, undefined],
  ])('of %o costs %d, has a stock of %d and the SKU %s', (chosen, price, stock, sku) => {
    const offer = getOffer(band, chosen)
    expect([offer.price, offer.stock, offer.variant?.sku]).toEqual([price, stock, sku])
  })

  test.each<[Variant, name: string, value: string, state: string | undefined]>([
    [{}, 'Size', 'M', undefined],
    [{ Colour: 'Ivory', Metal: 'Gold' }, 'Size', 'M', 'soldOut'],
    [{ Colour: 'Ivory', Size: 'S' }, 'Size', 'M', 'soldOut'],
    [{ Colour: 'Black' }, 'Size', 'M', undefined],
    [{ Colour: 'Black' }, 'Size', 'S', 'notOffered'],
    [{}, 'Size', 'L', 'notOffered'],
    [{ Size: 'S' }, 'Colour', 'Black', 'notOffered'],
  ])('with %o chosen, %s %s is %s', (chosen, name, value, state) => {
    expect(getValueState(band.variants, chosen, name, value)).toBe(state)
    expect(getValueState(undefined, chosen, name, value)).toBeUndefined()
  })

  test('is not offered only where every option is chosen', () => {
    expect(isNotOffered(band.variants, { Size: 'S', Colour: 'Black' })).toBe(true)
    expect(isNotOffered(band.variants, { Size: 'S' })).toBe(false)
    expect(isNotOffered(undefined, { Size: 'S' })).toBe(false)
  })
})

const LINE = { variant: {}, quantity: 1 }

test.each([
  [-1, 'Sold out', 'Sold out'],
  [0, 'Sold out', 'Sold out'],
  [1, 'Only 1 left.', 'Only 1 left.'],
  [3, 'Only 3 left.', 'Only 3 left.'],
  [4, 'In stock', 'Only 4 left.'],
  [9, 'In stock', 'Only 9 left.'],
  [10, 'In stock', 'You can have at most 10 of one piece.'],
])('a stock of %i is "%s", and a cart line ends with "%s"', (stock, text, limit) =>
  expect([formatAvailability(stock), getQuantityLimit({ stock }, [LINE], LINE).message]).toEqual([
    text,
    limit,
  ]),
)

const TEN = 'You can have at most 10 of one piece.'
const SIZES = ['S', 'L'].map((Size) => ({ choice: { Size } }))
test.each<
  [stock: number, variants: typeof SIZES | undefined, others: object, max: number, text: string]
>([
  [50, undefined, { Engraving: 'A' }, 6, TEN],
  [5, undefined, { Engraving: 'A' }, 1, 'Only 5 left.'],
  [12, undefined, { Engraving: 'A' }, 6, TEN],
  // Another size has a stock of its own, and the same piece all the same.
  [5, SIZES, { Size: 'L' }, 5, 'Only 5 left.'],
  [7, SIZES, { Size: 'L' }, 6, TEN],
  [5, SIZES, { Size: 'S', Engraving: 'A' }, 1, 'Only 5 left.'],
  [0, SIZES, { Size: 'L' }, 0, 'Sold out'],
])(
  'with a stock of %i, variants %j and four %j beside it, a line has %i: %s',
  (stock, variants, other, max, message) => {
    const line = { variant: { Size: 'S' }, quantity: 1 }
    const four = { variant: other as Variant, quantity: 4 }
    for (const lines of [
      [line, four],
      [four, line],
    ])
      expect(getQuantityLimit({ stock, variants }, lines, line)).toMatchObject({ max, message })
  },
)

test.each([
  [2, [3, 1], [2, 0]],
  [2, [1, 3], [1, 1]],
  [3, [2, 2, 2], [2, 1, 0]],
  [0, [2, 1], [0, 0]],
  [5, [2, 1], [4, 3]],
  // An earlier release allowed more than ten.
  [50, [12, 3], [10, 0]],
])('of %i pieces, lines that want %j can have %j', (stock, quantities, expected) => {
  const lines = quantities.map((quantity, index) => ({
    variant: { Engraving: String(index) },
    quantity,
  }))
  const limits = lines.map((line) => getQuantityLimit({ stock }, lines, line))
  expect(limits.map(({ max }) => max)).toEqual(expected)
})

const entry = (
  rows: CatalogEntry['variants'],
  overrides: Partial<CatalogEntry> = {},
): CatalogEntry =>
  createCatalogEntry({
    slug: 'ring',
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variant: { Size: 'S' },
    price: 100,
    ...overrides,
    variants: rows,
  })
const [S, M, L] = [{ Size: 'S' }, { Size: 'M' }, { Size: 'L' }]

describe('an entry with variants', () => {
  const priced = (...rows: [stock: number, price?: number, listPrice?: number][]) =>
    entry(
      rows.map(([stock, price, listPrice], index) => ({
        choice: [S, M, L][index] ?? L,
        stock,
        ...(price && { price }),
        ...(listPrice && { listPrice }),
      })),
      { listPrice: 120 },
    )

  test('has the sum of their stock, and keeps the price that was typed', () => {
    const piece = priced([2, 150, 180], [3, 90], [4])
    expect(withTotalStock(piece)).toEqual({ ...piece, stock: 9 })
    const plain = entry(undefined)
    expect(withTotalStock(plain)).toBe(plain)
  })

  test.each<[CatalogEntry, price: number, listPrice: number | undefined, from: boolean]>([
    [priced([2, 150, 180], [3, 90], [4]), 90, undefined, true],
    // What is sold out does not make a piece cheaper.
    [priced([2, 150, 180], [0, 90], [4]), 100, 120, true],
    [priced([2, 150, 180], [0, 90], [0]), 150, 180, false],
    [priced([0, 150, 180], [0, 90], [0]), 90, undefined, true],
    [priced([1], [1], [0, 90]), 100, 120, false],
    [entry(undefined), 100, undefined, false],
  ])('%# is shown with the lowest price that can be bought', (piece, price, listPrice, from) => {
    const shown = getShownPrice(piece)
    expect(shown).toEqual({ price, listPrice })
    const variants = piece.variants?.map(({ stock, ...row }) => ({
      stock,
      price: row.price ?? piece.price,
    }))
    expect(isPriceFrom({ ...shown, variants })).toBe(from)
  })

  const [small, medium] = [
    { choice: S, stock: 1 },
    { choice: M, stock: 1 },
  ]

  test.each<[CatalogEntry['variants'], path: unknown[], message: RegExp]>([
    [[{ choice: {}, stock: 1 }], [0, 'choice'], /one value of each option: Size \(S, M, L\)/],
    [[{ choice: { Size: 'XL' }, stock: 1 }], [0, 'choice'], /one value of each option/],
    [[{ choice: { ...S, Colour: 'Red' }, stock: 1 }], [0, 'choice'], /one value of each option/],
    [[small, small], [1, 'choice'], /another variant/],
    [
      [
        { ...small, sku: 'A' },
        { ...medium, sku: 'A' },
      ],
      [1, 'sku'],
      /another variant/,
    ],
    [[{ ...small, price: 50, listPrice: 50 }], [0, 'listPrice'], /above the price ₹50/],
    [[{ ...small, picture: 'x' }], [0, 'picture'], /one of the pictures/],
    [
      [
        { ...small, stock: 60_000 },
        { ...medium, stock: 60_000 },
      ],
      [],
      /100000 at most together/,
    ],
  ])('has an error with %j', (rows, path, message) => {
    expect(findEntryErrors(entry(rows))).toEqual([
      { path: ['variants', ...path], message: expect.stringMatching(message) },
    ])
  })

  test('are at most a hundred, also if they share a stock', () => {
    const toValues = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)
    const options = ['A', 'B'].map((name) => ({ name, values: toValues(11) }))
    const many = { ...entry([]), variants: undefined, options, variant: { A: '0', B: '0' } }
    expect(findEntryErrors(many)).toEqual([
      { path: ['options'], message: 'make 121 choices; a product may have 100' },
    ])
  })

  test('may be without options: then its only variant has no choice', () => {
    expect(
      findEntryErrors(entry([{ choice: {}, stock: 1, sku: 'A' }], { options: [], variant: {} })),
    ).toEqual([])
  })

  test('takes the barcodes whose length and check digit are right', () => {
    const valid = ['4006381333931', '96385074', '614141999996', '14006381333938']
    expect([...valid, '4006381333932', '400638133393', 'EAN'].filter(isGtin)).toEqual(valid)
  })
})

test('filters find only sizes in stock', () => {
  expect(listSizes(band)).toEqual(['S', 'M'])
  expect(listSizes({ ...band, variants: band.variants?.slice(0, 2) ?? [] })).toEqual(['S'])
  expect(listSizes(product)).toEqual(['12', '14'])
})

test('channels show the saved ids of choices', () => {
  const options = [{ name: 'Size', values: ['12', '14'] }]
  const publicIds = [{ choice: { Size: '14' }, id: 'id-1-of-former-name' }]
  const { variants: listed } = toProductFacts(
    { ...product, options, publicIds },
    new URL('https://shop.test'),
  )
  // A choice that is not saved, as in a preview, has that of its name.
  expect(listed.map(({ id }) => id)).toEqual(['id-1-12', 'id-1-of-former-name'])
})
