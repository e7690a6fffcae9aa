import { expect, test } from 'vitest'
import {
  formatPriceChange,
  hasOddCommas,
  isFarPrice,
  listFarPrices,
  listPriceChanges,
  parseTypedAmount,
} from '#src/editing/typed-price.ts'

test.each([
  ['2,15,000', 215_000, false],
  ['₹ 215,000.50', 215_000.5, false],
  ['21500', 21_500, false],
  ['1,2,3,4', 1_234, true],
  ['12,3456', 123_456, true],
  ['1,00,00', 10_000, true],
  // Grouped in part as in India, in part as in the West.
  ['1,00,000,000', 100_000_000, true],
  ['123,45,678', 12_345_678, true],
  ['0,500', 500, true],
  ['1,00,00,000', 10_000_000, false],
  ['100,000,000', 100_000_000, false],
  ['1,250.5', 1_250.5, false],
  ['21,50', 2_150, true],
  [',5', 5, true],
  ['1e5', Number.NaN, false],
  ['0x10', Number.NaN, false],
  ['Infinity', Number.NaN, false],
  ['12 000', 12_000, false],
  ['', Number.NaN, false],
  ['-5', -5, false],
  ['₹ 1,29,900/-', 129_900, false],
  ['Rs 1299', 1_299, false],
  ['1,299.00 INR', 1_299, false],
  ['१,२९,९००', 129_900, false],
  ['１２９９', 1_299, false],
  ['1 2 3 4', 1_234, true],
  ['1\n299', Number.NaN, false],
  ['12²', Number.NaN, false],
  ['①', Number.NaN, false],
  ['1.299,00', Number.NaN, false],
  ['1.29.900', Number.NaN, false],
  ['1.3 lakh', Number.NaN, false],
  ['10937.7200000001', 10_937.72, false],
  ['1,299.995', 1_299.995, false],
  ['रु 1,299', 1_299, false],
  ['१,२९९ रुपये', 1_299, false],
  // Thousands in other countries.
  ['12.990', Number.NaN, false],
  ['₹ 1.000', Number.NaN, false],
  ['1299.000', 1_299, false],
  ['1,299.000', 1_299, false],
])('%j is %d; its commas are odd: %s', (text, amount, isOdd) =>
  expect([parseTypedAmount(text), hasOddCommas(text)]).toEqual([amount, isOdd]),
)

test.each([
  [215_000, 21_500, true, '₹2,15,000.00 → ₹21,500.00 (−90 %)'],
  [1_000, 500, true, '₹1,000.00 → ₹500.00 (−50 %)'],
  [1_000, 501, false, '₹1,000.00 → ₹501.00 (−50 %)'],
  [1_000, 1_499, false, '₹1,000.00 → ₹1,499.00 (+50 %)'],
  [1_000, 10_000, true, '₹1,000.00 → ₹10,000.00 (+900 %)'],
])('from %d to %d is far: %s', (before, after, isFar, text) =>
  expect([isFarPrice(before, after), formatPriceChange(before, after)]).toEqual([isFar, text]),
)

test('names the prices of a product and of its variants that are far, each once', () => {
  const choice = (Size: string) => ({ choice: { Size }, stock: 1 })
  const before = {
    price: 1_000,
    variants: [choice('S'), { ...choice('M'), price: 2_000 }, { ...choice('L'), price: 3_000 }],
  }
  const after = {
    price: 100,
    variants: [choice('S'), { ...choice('M'), price: 1_900 }, choice('L'), choice('XL')],
  }
  const own = { choice: '', before: 1_000, after: 100 }
  const large = { choice: 'L', before: 3_000, after: 100 }
  expect(listFarPrices(before, after)).toEqual([own, large])
  expect(listPriceChanges(before, after)).toEqual([
    own,
    { choice: 'M', before: 2_000, after: 1_900 },
    large,
  ])
  // A size that is renamed is the same one.
  const sizes = (...values: string[]) => ({
    options: [{ name: 'Size', values, ids: { Large: 'L' } }],
  })
  const renamed = { ...choice('Large'), price: 300 }
  expect(
    listFarPrices(
      { ...before, ...sizes('S', 'M', 'L') },
      { ...before, ...sizes('S', 'M', 'Large'), variants: [renamed] },
    ),
  ).toEqual([{ choice: 'Large', before: 3_000, after: 300 }])
})

test.each([
  ['−10', -10],
  ['-10', -10],
  ['+5', 5],
  [' + 5', Number.NaN],
  ['1e2', Number.NaN],
  ['+-5', Number.NaN],
  ['', Number.NaN],
])('a difference is typed as %j: %d', (text, amount) => {
  expect(parseTypedAmount(text)).toBe(amount)
})
