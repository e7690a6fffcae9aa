import { expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#src/contract/values.ts'
import { listPayable } from '#src/islands/checkout/PaymentMethods.tsx'
import { findLimitError, toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { readEnv } from '#src/server/core/env.ts'

// Cash on delivery ends at ₹2,00,000 by default.
const settings = { INBOX_KEY: 'a key of the inbox' }
const limits = toPaymentLimits(readEnv(settings))

test.each([
  [199_999.99, ['razorpay', 'cod']],
  [200_000, ['razorpay']],
])('₹%d can be paid by %j', (total, methods) =>
  expect(listPayable(PAYMENT_METHODS, total, limits)).toEqual(methods),
)

test('a shop that cannot keep a PAN says so at each method, before an order is placed', () => {
  const keyless = { ...settings, ORDERS: 'cod', PUBLIC_PAN_FROM: '50000' }
  const withoutKey = toPaymentLimits(readEnv(keyless))
  expect(listPayable(PAYMENT_METHODS, 49_999, withoutKey)).toEqual(['razorpay', 'cod'])
  expect(listPayable(PAYMENT_METHODS, 50_000, withoutKey)).toEqual([])
  expect(findLimitError('cod', 50_000, withoutKey)).toContain('the law asks for a PAN')
  const withKey = toPaymentLimits(readEnv({ ...keyless, PAN_KEY: 'a'.repeat(32) }))
  expect(listPayable(PAYMENT_METHODS, 50_000, withKey)).toEqual(['razorpay', 'cod'])
})
