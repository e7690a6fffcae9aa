import { expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#src/contract/values.ts'
import { listPayable } from '#src/islands/checkout/PaymentMethods.tsx'
import { toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { readEnv } from '#src/server/core/env.ts'

// Cash on delivery ends at ₹2,00,000 by default.
const limits = toPaymentLimits(readEnv({ INBOX_KEY: 'a key of the inbox' }))

test.each([
  [199_999.99, ['razorpay', 'cod']],
  [200_000, ['razorpay']],
])('₹%d can be paid by %j', (total, methods) =>
  expect(listPayable(PAYMENT_METHODS, total, limits)).toEqual(methods),
)
