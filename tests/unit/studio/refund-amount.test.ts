import { describe, expect, test } from 'vitest'
import { findRefundError } from '#src/studio/orders/refund-amount.ts'

const MISSING = 'Please enter an amount in rupees.'

describe('an amount that is paid back', () => {
  test.each([
    ['500', undefined],
    ['₹1,25,000.50', undefined],
    [' 0.01 ', undefined],
    ['0.29', undefined],
    ['125000.5', undefined],
    ['', MISSING],
    ['0', MISSING],
    ['-5', MISSING],
    ['five', MISSING],
    ['1e5', MISSING],
    ['0.001', 'An amount has at most two decimals.'],
    ['1,2,3', 'The commas of this amount are odd. Please type it without them.'],
    ['1,25,000.51', 'At most ₹1,25,000.50 can be paid back.'],
  ])('of %j: %s', (text, error) => {
    expect(findRefundError(text, 125_000.5)).toBe(error)
  })
})
