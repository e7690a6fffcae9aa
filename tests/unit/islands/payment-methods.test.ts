import { expect, test } from 'vitest'
import { listPayable } from '#src/islands/checkout/PaymentMethods.tsx'

const limits = { codLimit: 200_000, panFrom: 200_000 }

test.each([
  [199_999.99, ['razorpay', 'cod']],
  [200_000, ['razorpay']],
] as const)('a total of ₹%d can be paid by %j', (total, payable) =>
  expect(listPayable(['razorpay', 'cod'], total, limits)).toEqual(payable),
)
