import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calculateTotals,
  discountPercent,
  formatInteger,
  formatRupees,
  lineTotal,
  toPaise,
  toRupees,
} from '#src/rules/money.ts'

/** Amounts as the catalogue has them: ₹0.01 to ₹99,99,99,999.00, in whole paise. */
const paise = fc.integer({ min: 1, max: 99_999_999_900 })
const line = fc.record({ paise, quantity: fc.integer({ min: 1, max: 10 }) })

/** The same sum without floating point: tax of 5 %, rounded half up to the paisa, once. */
function oracle(lines: { paise: number; quantity: number }[]) {
  const subtotal = lines.reduce((sum, line) => sum + BigInt(line.paise) * BigInt(line.quantity), 0n)
  const tax = (subtotal * 5n + 50n) / 100n
  return { subtotal, tax, total: subtotal + tax }
}

const exactly = (rupees: number) => BigInt(toPaise(rupees))

describe('calculateTotals', () => {
  test('agrees with a BigInt oracle on 10,000 random carts (G7)', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 100 }), (lines) => {
        const totals = calculateTotals(
          lines.map((line) => ({ price: toRupees(line.paise), quantity: line.quantity })),
        )
        expect({
          subtotal: exactly(totals.subtotal),
          tax: exactly(totals.tax),
          total: exactly(totals.total),
        }).toEqual(oracle(lines))
      }),
      { numRuns: 10_000 },
    )
  })

  test.each([
    [[], 0, 0, 0],
    [[[0.1, 3]], 0.3, 0.02, 0.32],
  ])('%j: tax is 5%% of the subtotal, total is both', (lines, subtotal, tax, total) => {
    const cart = lines.map(([price = 0, quantity = 0]) => ({ price, quantity }))
    expect(calculateTotals(cart)).toEqual({ subtotal, tax, total })
    if (cart.length === 1) expect(cart.map(lineTotal)).toEqual([subtotal])
  })
})

test('amounts and numbers are written as Intl does: with ₹ and 2 decimals §9.1', () => {
  expect(formatRupees(9_99_999.999)).toBe('₹10,00,000.00')
  const currency = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  const decimal = new Intl.NumberFormat('en-IN')
  const amount = fc.integer({ min: -99_999_999_900, max: 99_999_999_900 })
  fc.assert(
    fc.property(amount, fc.maxSafeNat(), (paise, whole) => {
      expect(formatRupees(toRupees(paise))).toBe(currency.format(toRupees(paise)))
      expect(formatInteger(whole)).toBe(decimal.format(whole))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [750, 1_000, 25],
  [1, 3, 67],
  [995, 1_000, 1],
  [996, 1_000, 0],
  [1_000, 1_000, 0],
  [1_200, 1_000, 0],
  [0, 1_000, 100],
  [0, 0, 0],
  [10, Number.NaN, 0],
])('₹%d instead of ₹%d is %d %% off §9.3', (price, listPrice, percent) => {
  expect(discountPercent(price, listPrice)).toBe(percent)
})
