import { expect, test } from 'vitest'
import { toPayableMethod } from '#src/islands/checkout/PaymentMethods.tsx'

const limits = { codLimit: 200_000, panFrom: 200_000 }

test.each([
  ['cod', 199_999.99, 'cod'],
  ['cod', 200_000, 'razorpay'],
  ['razorpay', 200_000, 'razorpay'],
] as const)('with %s chosen, ₹%d are paid by what the total allows: %s', (chosen, total, method) =>
  expect(toPayableMethod(chosen, total, limits)).toBe(method),
)
