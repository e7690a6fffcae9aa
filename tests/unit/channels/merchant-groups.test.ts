import { expect, test } from 'vitest'
import { toMerchantFeed } from '#src/channels/feeds.ts'
import type { Product, Variant } from '#src/contract/catalog.ts'
import { product } from '../rules/product.ts'

/** The product with a variant for each combination of values. */
function withOptions(values: Record<string, string[]>): Product {
  const options = Object.entries(values).map(([name, all]) => ({ name, values: all }))
  const choices = options.reduce<Variant[]>(
    (sum, { name, values: all }) =>
      sum.flatMap((choice) => all.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  )
  const variants = choices.map((choice, index) => ({
    id: `v${index}`,
    choice,
    stock: 2,
    price: 100,
    originalPrice: 100,
    discountPercent: 0,
    availability: 'In stock' as const,
  }))
  return { ...product, options, variant: choices[0] ?? {}, variants: variants as never }
}

const GROUP_ELEMENT = /<g:(size|color|material|pattern)>(.*?)<\/g:\1>/g

/** What tells the items of a group apart, to Merchant Center. */
const listItems = (values: Record<string, string[]>): string[] =>
  toMerchantFeed([withOptions(values)], new URL('https://shop.test'))
    .split('<item>')
    .slice(1)
    .map((item) => {
      const elements = [...item.matchAll(GROUP_ELEMENT)].map(
        ([, name, value]) => `${name} ${value}`,
      )
      // Each element once.
      expect(new Set(elements.map((text) => text.split(' ')[0])).size).toBe(elements.length)
      return elements.toSorted().join(', ')
    })

test.each<[values: Record<string, string[]>, first: string]>([
  [{ Size: ['6', '6½'] }, 'size 6'],
  [{ 'Ring size (Indian)': ['10', '12'] }, 'size 10'],
  [{ 'Volume (ml)': ['50', '100'] }, 'size 50'],
  [{ 'Chain length': ['16 in', '18 in'] }, 'size 16 in'],
  [{ 'Ring size': ['6', '7'], 'Chain length': ['16 in', '18 in'] }, 'size 6/16 in'],
  [{ 'Strap colour': ['Red', 'Blue'], Colour: ['Black', 'Gold'] }, 'color Red/Black'],
  [{ 'Colour of strap': ['Tan', 'Black'] }, 'color Tan'],
  [{ Metal: ['Gold', 'Silver'] }, 'material Gold'],
  [{ Nib: ['F', 'M'] }, 'size F'],
  [{ Stone: ['Ruby', 'Emerald'], Finish: ['Matte', 'Gloss'] }, 'size Ruby/Matte'],
  [{ Colour: ['Red', 'Blue'], Nib: ['F', 'M'] }, 'color Red, size F'],
  [{ Color: ['Red'], Size: ['S', 'M'], Engraving: ['Yes', 'No'] }, 'color Red, size S/Yes'],
  [{ रंग: ['लाल', 'नीला'] }, 'size लाल'],
  [
    { 'Strap colour': ['Red/Black', 'Red'], 'Case colour': ['Gold', 'Black/Gold'] },
    'size Strap colour: Red/Black, Case colour: Gold',
  ],
])('items of a group differ by an element of Merchant Center: %j', (values, first) => {
  const items = listItems(values)
  const count = Object.values(values).reduce((sum, all) => sum * all.length, 1)
  expect(items).toHaveLength(count)
  expect(new Set(items).size).toBe(count)
  expect(items[0]).toBe(first)
})
