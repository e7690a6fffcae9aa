import { describe, expect, test } from 'vitest'
import {
  describeRenames,
  findRenames,
  type WithChoices,
} from '#src/rules/product/renamed-choices.ts'

/** E.g. `Size: S | M; Colour: Red`. A code follows its value: `S=K-1`. */
function parse(text: string): WithChoices {
  const options = text.split('; ').map((option) => {
    const [name = '', values = ''] = option.split(': ')
    return { name, values: values.split(' | ') }
  })
  const variants = options.flatMap(({ name, values }) =>
    values.flatMap((value) => {
      const [own = '', sku] = value.split('=')
      return sku ? { choice: { [name]: own }, sku } : []
    }),
  )
  return {
    options: options.map(({ name, values }) => ({
      name,
      values: values.map((value) => value.split('=')[0] ?? ''),
    })),
    variants,
  }
}

const describeAll = (before: string, after: string): string =>
  describeRenames(findRenames(parse(before), parse(after))).join(', ')

describe('what is called otherwise', () => {
  test.each([
    ['a typing error', 'Colour: Rubby | Ivory', 'Colour: Ruby | Ivory', '“Rubby” is “Ruby” now'],
    [
      'two typing errors',
      'Colour: Rubby | Ivry',
      'Colour: Ruby | Ivory',
      '“Rubby” is “Ruby” now, “Ivry” is “Ivory” now',
    ],
    [
      'a typing error in another order',
      'Colour: Rubby | Ivory',
      'Colour: Ivory | Ruby',
      '“Rubby” is “Ruby” now',
    ],
    [
      'a typing error beside a new value',
      'Colour: Rubby | Ivory',
      'Colour: Ruby | Ivory | Onyx',
      '“Rubby” is “Ruby” now',
    ],
    [
      'a typing error beside a value that goes',
      'Colour: Onyx | Burgandy | Ivory',
      'Colour: Burgundy | Ivory',
      '“Burgandy” is “Burgundy” now',
    ],
    [
      'letters in another order',
      'Metal: Gold | Sliver | Brass',
      'Metal: Silver | Gold',
      '“Sliver” is “Silver” now',
    ],
    [
      'an accent',
      'Colour: Emeraude | Ivory',
      'Colour: Ivory | Émeraude | Onyx',
      '“Emeraude” is “Émeraude” now',
    ],
    [
      'a blank',
      'Size: UK7 | UK8',
      'Size: UK 8 | UK 7 | UK 9',
      '“UK7” is “UK 7” now, “UK8” is “UK 8” now',
    ],
    ['a hyphen', 'Size: X Large', 'Size: L | X-Large', '“X Large” is “X-Large” now'],
    [
      'a unit, beside a new value',
      'Width: 6 | 7',
      'Width: 5 mm | 6 mm | 7 mm',
      '“6” is “6 mm” now, “7” is “7 mm” now',
    ],
    [
      'another word in its place',
      'Colour: Red | Ivory',
      'Colour: Ruby | Ivory',
      '“Red” is “Ruby” now',
    ],
    ['a code that is kept', 'Size: S=K-1 | M', 'Size: M | Small=k-1', '“S” is “Small” now'],
    [
      'two values that are swapped with their codes',
      'Size: S=K-1 | M=K-2',
      'Size: M=K-1 | S=K-2',
      '“S” is “M” now, “M” is “S” now',
    ],
    [
      'a value with the former name of another one',
      'Size: S=K-1 | M=K-2',
      'Size: M=K-1 | L=K-2',
      '“S” is “M” now, “M” is “L” now',
    ],
    ['an option', 'Colour: Red | Ivory', 'Stone: Red | Ivory', '“Colour” is “Stone” now'],
    [
      'an option that moves',
      'Size: S | M; Colour: Red | Ivory',
      'Stone: Red | Ivory; Size: S | M',
      '“Colour” is “Stone” now',
    ],
    [
      'an option beside a new one',
      'Colour: Red | Ivory',
      'Stone: Red | Ivory; Size: S | M',
      '“Colour” is “Stone” now',
    ],
    [
      'an option with all its values, by their codes',
      'Size: S=K-1 | M=K-2',
      'Fit: Small=K-1 | Medium=K-2',
      '“Size” is “Fit” now, “S” is “Small” now, “M” is “Medium” now',
    ],
    [
      'an option with a typing error in its only value',
      'Colour: Rubby',
      'Stone: Ruby',
      '“Colour” is “Stone” now, “Rubby” is “Ruby” now',
    ],
  ])('is found: %s', (_name, before, after, found) => {
    expect(describeAll(before, after)).toBe(found)
  })

  test.each([
    ['sizes in a row', 'Size: S | M', 'Size: M | L'],
    ['numbers in a row', 'Size: 40 | 41', 'Size: 41 | 42'],
    ['numbers with a unit', 'Size: UK 7 | UK 8', 'Size: UK 8 | UK 9'],
    ['a letter that is the name', 'Size: Size M | Size S', 'Size: Size S | Size L'],
    ['another metal', 'Metal: Gold | Silver', 'Metal: Silver | Rose gold'],
    ['another number of the same unit', 'Volume: 50 ml | 100 ml', 'Volume: 100 ml | 75 ml'],
    ['a part of a number', 'Size: 7 | 8', 'Size: 8 | 7.5'],
    ['values in another order', 'Size: S | M', 'Size: M | S'],
    ['a value that goes', 'Size: S | S-M | M', 'Size: S | M'],
    ['a value that comes', 'Size: S | M', 'Size: S | M | L'],
    ['a near name with another code', 'Colour: Rubby=K-1 | Ivory', 'Colour: Ivory | Ruby=K-2'],
    ['a code of a value that stays', 'Size: S=K-1 | M=K-2', 'Size: S=K-3 | M=K-1'],
    ['an option that goes', 'Size: S; Colour: Red | Ivory', 'Colour: Red | Ivory'],
    ['another option in its place', 'Size: S | M', 'Colour: Red | Ivory'],
  ])('is nothing: %s', (_name, before, after) => {
    expect(describeAll(before, after)).toBe('')
  })
})

test('swapped codes of values that keep their prices and stock are corrected codes', () => {
  const sized = (first: string, second: string) => ({
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { choice: { Size: 'S' }, sku: first, stock: 4, price: 9_000 },
      { choice: { Size: 'M' }, sku: second, stock: 5 },
    ],
  })
  expect(findRenames(sized('K-1', 'K-2'), sized('K-2', 'K-1'))).toEqual([])
})
