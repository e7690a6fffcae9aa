import { expect, test } from 'vitest'
import { describeChange } from '#src/rules/orders/describe-change.ts'
import { describePieces, describeReturn } from '#src/rules/orders/describe-return.ts'
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

test.for([
  ['awaiting_return', 'requested', /^Your exchange of one piece for Size 16 has been requested/],
  ['placed', 'received', /^Your exchange of one piece for Size 16 has reached us\.$/],
  ['cancelled', 'withdrawn', /^You have withdrawn your exchange of one piece for Size 16\.$/],
  // What it waited for is no longer kept, so the money goes back.
  ['cancelled', 'accepted', /^Your return of one piece is accepted/],
] as const)('with what leaves instead %s, a return that is %s says so', ([state, own, text]) => {
  const exchange = { state, variant: { Size: '16' } }
  const request = { state: own, lines: [{ quantity: 1 }], answer: '', dueOn: null, exchange }
  expect(describeReturn(request)).toMatch(text)
})

test('each group of pieces of a line has one sentence, with its next day', () => {
  const line = { position: 1, cancelled: 0, returned: 1, returnable: 2 }
  const request = (state: 'requested' | 'accepted' | 'refused', dueOn: string | null) => ({
    state,
    dueOn,
    exchange: null,
    lines: [
      { position: 0, quantity: 9 },
      { position: 1, quantity: 1 },
    ],
  })
  const returns = [
    request('requested', '2026-12-03'),
    request('requested', '2026-12-03'),
    request('accepted', '2026-12-04'),
    request('accepted', null),
    request('refused', null),
  ]
  expect(describePieces(line, { returns, returnBefore: '2026-12-05T20:00:00Z' })).toEqual([
    'Returned: 1',
    'Return requested: 2. Our answer comes by 3 December 2026',
    'Return accepted: 1. The courier comes on 4 December 2026',
    'Return accepted: 1',
    'Can be returned: 2, until 6 December 2026',
  ])
})
