import { describe, expect, test } from 'vitest'
import type { Variant } from '#src/contract/catalog.ts'
import { canBuy, countAvailable } from '#src/rules/cart-line.ts'
import {
  type ChoosableProduct,
  getChoiceState,
  keepKnownParts,
  reviveChoice,
} from '#src/rules/product/choice.ts'

const SIZES = { name: 'Size', values: ['S', 'M'] }
const engraving = { field: { name: 'Engraving', letters: 'text', maxLength: 5 } } as const
const rows = (...counts: [Size: string, stock: number][]) =>
  counts.map(([Size, stock]) => ({ choice: { Size }, stock }))

const ring = { variant: { Size: 'S' }, options: [SIZES], offers: [], stock: 2 }
const sized = { ...ring, variants: rows(['S', 2], ['M', 0]) }
const coloured = {
  ...ring,
  variant: { Size: 'S', Colour: 'Red' },
  options: [SIZES, { name: 'Colour', values: ['Red', 'Blue'] }],
}
const plain = { variant: {}, options: [], offers: [], stock: 2 }

describe('a stored choice and the product of now', () => {
  test.each<[string, ChoosableProduct & { stock: number }, Variant, string]>([
    ['is a value that it has', ring, { Size: 'M' }, 'available'],
    ['has a row in stock', sized, { Size: 'S' }, 'available'],
    ['has a row that is sold out', sized, { Size: 'M' }, 'soldOut'],
    ['is of a product that is sold out', { ...ring, stock: 0 }, { Size: 'M' }, 'soldOut'],
    ['is a value that was removed or renamed', ring, { Size: 'L' }, 'notOffered'],
    ['is of an option that was removed', plain, { Size: 'M' }, 'notOffered'],
    ['is of an option that was renamed', ring, { Grösse: 'M' }, 'notOffered'],
    ['lacks an option that was added', coloured, { Size: 'M' }, 'notOffered'],
    ['lacks variants that were added', sized, {}, 'notOffered'],
    ['has a row no more', { ...ring, variants: rows(['S', 2]) }, { Size: 'M' }, 'notOffered'],
    ['lost its rows, and is a value still', ring, { Size: 'M' }, 'available'],
    ['lacks a fixed trait', { ...plain, variant: { Metal: 'Gold' } }, {}, 'available'],
    [
      'has a trait that an editor has corrected',
      { ...plain, variant: { Metal: 'Gold' } },
      { Metal: 'Glod' },
      'available',
    ],
    [
      'lacks an option with one value',
      { ...plain, options: [{ name: 'Strap', values: ['Short'] }] },
      {},
      'available',
    ],
    [
      'is a value beside the only one that is left',
      { ...plain, options: [{ name: 'Strap', values: ['Short'] }] },
      { Strap: 'Long' },
      'notOffered',
    ],
    ['has a text', { ...plain, offers: [engraving] }, { Engraving: 'Asha' }, 'available'],
    ['has a text that is no longer written', plain, { Engraving: 'Asha' }, 'notOffered'],
    [
      'has a text that is too long now',
      { ...plain, offers: [engraving] },
      { Engraving: 'Lakshmi' },
      'notOffered',
    ],
    // A card does not say which texts may be given.
    [
      'has a text, on a card',
      { variant: {}, options: [], stock: 1 },
      { Engraving: 'Lakshmi' },
      'available',
    ],
    ['names no property of all objects', plain, { constructor: 'x' }, 'notOffered'],
  ])('%s', (_, product, stored, state) => {
    expect(getChoiceState(product, stored)).toBe(state)
    expect(reviveChoice(product, stored) === undefined).toBe(state === 'notOffered')
  })

  test('is completed by what is fixed, never by a choice', () => {
    const product = { ...coloured, options: [SIZES], variant: { Size: 'S', Colour: 'Red' } }
    expect(reviveChoice(product, { Size: 'M' })).toEqual({ Size: 'M', Colour: 'Red' })
    expect(reviveChoice(product, {})).toBeUndefined()
  })

  test('keeps the parts that it still has', () => {
    const product = { ...sized, offers: [engraving] }
    const stored = { Size: 'L', Colour: 'Red', Engraving: 'Asha' }
    expect(keepKnownParts(product, stored)).toEqual({ Engraving: 'Asha' })
  })
})

test.each([
  ['available', 2, 5, 2, true],
  ['available', 5, 2, 2, false],
  ['available', 1, 0, 0, false],
  ['soldOut', 2, 0, 0, false],
  ['notOffered', 2, 5, 0, false],
] as const)(
  'a line that is %s, with %i of at most %i, counts as %i; bought in full: %s',
  (state, quantity, maxQuantity, available, whole) => {
    const line = { state, quantity, maxQuantity }
    expect([countAvailable(line), canBuy(line)]).toEqual([available, whole])
  },
)
