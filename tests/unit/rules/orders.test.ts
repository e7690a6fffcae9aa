import { expect, test } from 'vitest'
import { describeChange } from '#src/rules/orders/describe-change.ts'
import { findMethodOff, parseMethods } from '#src/rules/orders/payment-methods.ts'

test('the methods of a setting are in the order of the checkout; any other says why it cannot be chosen', () => {
  expect(parseMethods('')).toEqual([])
  expect(parseMethods('cod,razorpay')).toEqual(['razorpay', 'cod'])
  expect(findMethodOff('cod', 'cod')).toBeUndefined()
  expect(findMethodOff('razorpay', 'cod')).toMatch(/choose Cash on Delivery/)
  // Where the total allows no other method, none is named.
  expect(findMethodOff('razorpay', 'cod', false)).toBe('Not available now.')
  expect(findMethodOff('cod', 'razorpay')).toMatch(/pay online/)
})

test.for([
  ['price', 10_00_000, 1_25_00_000, 'was ₹10,00,000.00, is ₹1,25,00,000.00.'],
  ['stock', 3, 1, 'you wanted 3, only 1 left.'],
  ['quantity', 1, 2, 'there were 1 in your cart, now 2.'],
  ['unavailable', 1, 0, 'cannot be bought any more.'],
  ['added', 0, 1, 'was added to your cart elsewhere.'],
  ['removed', 1, 0, 'was taken out of your cart elsewhere.'],
] as const)('a change of %s is told with old and new', ([kind, was, now, text]) => {
  const change = { id: '1', title: 'Ring', variant: { Size: '16' }, kind, was, now }
  expect(describeChange(change)).toEqual({ title: 'Ring, Size 16', text })
})
