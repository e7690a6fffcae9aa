import { TAX_PERCENT } from './constants.ts'

/** Rupees as whole paise, rounded to the nearest. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100)

/** Whole paise as rupees. */
export const toRupees = (paise: number): number => paise / 100

/**
 * A whole number with Indian grouping. Without `Intl`, whose first use takes a browser as long as a
 * render.
 * @example formatInteger(125000) // "1,25,000"
 */
export const formatInteger = (whole: number): string =>
  String(whole).replaceAll(/\d(?=(?:\d\d)+\d$)/g, '$&,')

/**
 * An amount in rupees with ₹, Indian grouping and two decimals (docs/decisions/product.md#prices).
 * @example formatRupees(125000) // "₹1,25,000.00"
 */
export function formatRupees(rupees: number): string {
  const paise = Math.abs(toPaise(rupees))
  const whole = formatInteger(Math.trunc(paise / 100))
  return `${rupees < 0 ? '-' : ''}₹${whole}.${String(paise % 100).padStart(2, '0')}`
}

/** A price, with "From" if it is the lowest of several. */
export const formatPrice = (rupees: number, from: boolean | undefined): string =>
  `${from ? 'From ' : ''}${formatRupees(rupees)}`

/** Amounts in rupees. */
export interface Totals {
  subtotal: number
  tax: number
  total: number
}

/** Unit price times quantity in rupees, calculated in whole paise. */
export const lineTotal = (line: { price: number; quantity: number }): number =>
  toRupees(toPaise(line.price) * line.quantity)

/**
 * Subtotal, tax of 5 % and their sum, without a shipping fee (spec §9).
 *
 * Calculates in whole paise; the tax is rounded once, half up to the paisa, on the subtotal.
 */
export function calculateTotals(lines: { price: number; quantity: number }[]): Totals {
  const subtotal = lines.reduce((sum, line) => sum + toPaise(line.price) * line.quantity, 0)
  const tax = Math.floor((subtotal * TAX_PERCENT + 50) / 100)
  return { subtotal: toRupees(subtotal), tax: toRupees(tax), total: toRupees(subtotal + tax) }
}

/** Whole percent off the list price, 0 without a reduction (spec §9, card badge). */
export function discountPercent(price: number, listPrice: number): number {
  if (!(listPrice > price) || price < 0) return 0
  return Math.round(((listPrice - price) / listPrice) * 100)
}
