import { expect, test } from 'vitest'
import { toPiecesMoneyText } from '#src/studio/orders/order-labels.ts'

test('a cancellation says who pays back, and promises no refund of cash', () => {
  expect(
    (['razorpay', 'transfer', 'cod'] as const).map((method) => toPiecesMoneyText({ method })),
  ).toEqual([
    'What was paid for these pieces is refunded.',
    'You then have to transfer what was paid for these pieces to the customer.',
    'No cash is to be collected for these pieces.',
  ])
})
