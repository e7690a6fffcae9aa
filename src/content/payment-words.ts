import type { PaymentMethod } from '#src/contract/values.ts'
import { formatRupees } from '#src/rules/money.ts'
import {
  listMethods,
  METHOD_RULES,
  type PaymentLimits,
  parseMethods,
} from '#src/rules/orders/payment-methods.ts'

/** Formats a limit without paise, because limits are whole rupees. */
const formatLimit = (rupees: number): string => formatRupees(rupees).replace('.00', '')

/** Formats a payment method within a sentence. Other methods use their short names. */
const WAYS: Partial<Record<PaymentMethod, (limits: Partial<PaymentLimits>) => string>> = {
  razorpay: ({ onlineLimit }) =>
    `online by card, UPI or net banking${onlineLimit ? ` up to ${formatLimit(onlineLimit)}` : ''}`,
  cod: ({ codLimit }) => `in cash on delivery${codLimit ? ` below ${formatLimit(codLimit)}` : ''}`,
  transfer: ({ transferAbove }) =>
    `by bank transfer${transferAbove ? ` above ${formatLimit(transferAbove)}` : ''}`,
}

/**
 * Returns the payment methods as a part of a sentence, e.g. `in cash on delivery below ₹2,00,000`.
 * @param setting methods that place an order, separated by commas (ORDERS); if empty, those that
 *   the checkout shows.
 */
export function describePaymentMethods(setting: string, limits: Partial<PaymentLimits>): string {
  const offered = parseMethods(setting)
  const methods = offered.length > 0 ? offered : listMethods(setting)
  const ways = methods.map((method) => WAYS[method]?.(limits) ?? `by ${METHOD_RULES[method].short}`)
  return [...ways.slice(0, -1), ways.length > 1 ? `or ${ways.at(-1)}` : ways[0]].join(', ')
}
