import { expect, test } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { defaultFacts, toTokens } from '#src/content/facts.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#src/contract/values.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { type PaymentLimits, toPaymentLimits } from '#src/rules/orders/payment-methods.ts'

const limitsOf = (ORDERS: PaymentMethod[]): PaymentLimits =>
  toPaymentLimits({
    ORDERS,
    PUBLIC_COD_LIMIT: 200_000,
    PUBLIC_PAN_FROM: 200_000,
    RAZORPAY_MAX: 500_000,
  })

function readFaqs(methods: PaymentMethod[], limits = limitsOf(methods)): string {
  const legal = { name: undefined, officer: undefined, grievanceEmail: undefined }
  const tokens = toTokens(
    { ...legal, paymentMethods: methods.join(','), paymentLimits: limits },
    defaultFacts,
  )
  return JSON.stringify(fillTokens(getDefaultContent('faqs'), tokens))
}

test.each([
  [[], 'You can pay online by card, UPI or net banking, or in cash on delivery below ₹2,00,000.'],
  [['cod'], 'You can pay in cash on delivery below ₹2,00,000.'],
  [['razorpay'], 'You can pay online by card, UPI or net banking up to ₹5,00,000.'],
  [
    ['razorpay', 'cod', 'transfer'],
    'You can pay online by card, UPI or net banking up to ₹5,00,000, in cash on delivery below ₹2,00,000, or by bank transfer above ₹5,00,000.',
  ],
] as [PaymentMethod[], string][])('a shop with %j names its ways to pay', (methods, text) => {
  expect(readFaqs(methods)).toContain(text)
})

test('each way to pay has a word, and an unlimited one no limit', () => {
  for (const method of PAYMENT_METHODS) {
    const text = readFaqs([method], { codLimit: 0, panFrom: 0 })
    expect(text).not.toMatch(/undefined|₹0|\{\w+\}/)
  }
})

test('the ways to pay are named by the settings, not by a text', () => {
  const own = JSON.stringify(
    ['faqs', 'terms', 'shipping-returns', 'product-page'].map((id) =>
      getDefaultContent(id as 'faqs'),
    ),
  )
  expect(own).not.toMatch(/UPI|net banking|cash on delivery[^ ]* (?:below|up)/i)
})
