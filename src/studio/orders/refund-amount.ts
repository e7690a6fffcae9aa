import { hasOddCommas, parseTypedAmount } from '#src/editing/typed-price.ts'
import { formatRupees, toPaise, toRupees } from '#src/rules/money.ts'

/**
 * Returns what is wrong with a typed refund; undefined if it is right.
 * @param refundable the highest amount, in rupees.
 */
export function findRefundError(text: string, refundable: number): string | undefined {
  const amount = parseTypedAmount(text)
  if (!(amount > 0)) return 'Please enter an amount in rupees.'
  if (hasOddCommas(text)) return 'The commas of this amount are odd. Please type it without them.'
  if (toRupees(toPaise(amount)) !== amount) return 'An amount has at most two decimals.'
  return amount > refundable ? `At most ${formatRupees(refundable)} can be paid back.` : undefined
}
