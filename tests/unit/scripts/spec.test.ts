import { expect, test } from 'vitest'
import { findRowPlaces } from '#scripts/spec/row-places.ts'

// Assembled, so that this file names no row.
const row = (name: string) => `\u00A7${name}`
const [LAYOUT, CART, CHECKOUT] = [row('1.layout.1'), row('2.cart.2'), row('2.checkout.3')]

const file = (path: string, ...titles: string[]) => ({
  path,
  text: titles.map((title) => `test('${title}', () => {})`).join('\n'),
})

test('lists the lines that name a row', () => {
  const found = findRowPlaces(
    [LAYOUT, CART],
    [file('a.test.ts', `shows the header ${LAYOUT}`, `adds a line ${CART}`)],
  )
  expect(found.places.get(LAYOUT)).toEqual(['a.test.ts:1'])
  expect(found.places.get(CART)).toEqual(['a.test.ts:2'])
  expect(found).toMatchObject({ missing: [], unknown: [], duplicated: [] })
})

test('reports rows without a test and ids without a row', () => {
  const found = findRowPlaces([LAYOUT], [file('a.test.ts', `pays ${CHECKOUT}`)])
  expect(found).toMatchObject({ missing: [LAYOUT], unknown: [CHECKOUT] })
})

test('reports a row that two files test, not one that a file tests twice', () => {
  const found = findRowPlaces(
    [LAYOUT, CART],
    [
      file('a.test.ts', `shows the header ${LAYOUT}`, `adds ${CART}`, `removes ${CART}`),
      file('b.spec.ts', `shows the header on a phone ${LAYOUT}`),
    ],
  )
  expect(found.duplicated).toEqual([LAYOUT])
})
