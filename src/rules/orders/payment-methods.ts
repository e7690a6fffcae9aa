import { PAYMENT_METHODS, type PaymentMethod } from '#src/contract/values.ts'
import { HOLD_MINUTES } from '../constants.ts'
import { orderMessages } from '../messages/orders.ts'
import { formatRupees } from '../money.ts'

/** The totals in rupees that limit payments. One that is not there limits nothing. */
export interface PaymentLimits {
  /** Cash on delivery cannot be chosen from this total on. */
  codLimit: number
  /** A PAN is asked for from this total on. */
  panFrom: number
  /** No order is taken from this total on: the shop cannot keep the PAN. */
  refuseFrom?: number
  /** The largest payment that the provider takes. */
  onlineLimit?: number
  /** A bank transfer can be chosen above this total. */
  transferAbove?: number
}

interface LimitSettings {
  ORDERS: readonly PaymentMethod[]
  PUBLIC_COD_LIMIT: number
  PUBLIC_PAN_FROM: number
  RAZORPAY_MAX: number
  PAN_KEY?: string | undefined
}

/** The limits of a shop, from the settings of its server. */
export const toPaymentLimits = (settings: LimitSettings): PaymentLimits => ({
  codLimit: settings.PUBLIC_COD_LIMIT,
  panFrom: settings.PUBLIC_PAN_FROM,
  ...(settings.ORDERS.length > 0 && !settings.PAN_KEY && { refuseFrom: settings.PUBLIC_PAN_FROM }),
  ...(settings.ORDERS.includes('razorpay') && { onlineLimit: settings.RAZORPAY_MAX }),
  ...(settings.ORDERS.includes('transfer') && { transferAbove: settings.RAZORPAY_MAX }),
})

interface MethodRule {
  /** When it is paid: at a provider before the order is placed, to the courier, or by a transfer that the desk records. */
  settles: 'before' | 'on_delivery' | 'by_hand'
  /** Takes its payments (src/server/shop/orders/providers.ts). */
  provider?: string
  /** Time that the pieces are held for the payment. */
  holdMinutes?: number
  /** It is listed only in a shop that offers it. */
  isOptional?: true
  /** The label of its choice. */
  name: string
  text: string
  /** Its name in a list of orders. */
  short: string
  /** Its name on the page of an order in the studio. */
  desk: string
  /** For which total it cannot be chosen, and why. */
  findLimit?: (total: number, limits: PaymentLimits) => string | undefined
}

/** Days in which a bank transfer has to arrive. */
const TRANSFER_DAYS = 3

export const METHOD_RULES: Record<PaymentMethod, MethodRule> = {
  razorpay: {
    settles: 'before',
    provider: 'razorpay',
    holdMinutes: HOLD_MINUTES,
    name: 'Pay via Razorpay',
    text: 'Cards, UPI, net banking and wallets.',
    short: 'Razorpay',
    desk: 'Online, by Razorpay',
    findLimit: (total, { onlineLimit = Number.POSITIVE_INFINITY, transferAbove }) =>
      total > onlineLimit
        ? `above ${formatRupees(onlineLimit)}, its largest payment. Please ${transferAbove === undefined ? 'ask us how to pay' : 'choose Bank Transfer'}`
        : undefined,
  },
  cod: {
    settles: 'on_delivery',
    name: 'Cash on Delivery',
    text: 'Pay the courier when the parcel is in your hands.',
    short: 'Cash on delivery',
    desk: 'Cash on delivery',
    findLimit: (total, { codLimit }) =>
      total >= codLimit
        ? `from ${formatRupees(codLimit)}: the law does not allow a larger payment in cash (Income-tax Act, section 269ST)`
        : undefined,
  },
  transfer: {
    settles: 'by_hand',
    holdMinutes: TRANSFER_DAYS * 24 * 60,
    isOptional: true,
    name: 'Bank Transfer',
    text: `Transfer the total within ${TRANSFER_DAYS} days. We keep your pieces until then.`,
    short: 'Bank transfer',
    desk: 'Bank transfer',
    findLimit: (total, { transferAbove = Number.POSITIVE_INFINITY }) =>
      total > transferAbove ? undefined : `up to ${formatRupees(transferAbove)}`,
  },
}

/** The methods that are paid to the courier. */
export const METHODS_ON_DELIVERY = PAYMENT_METHODS.filter(
  (method) => METHOD_RULES[method].settles === 'on_delivery',
)

/** For which total in rupees a method cannot be chosen, and why; undefined if it can. */
export function findLimit(
  method: PaymentMethod,
  total: number,
  limits: PaymentLimits,
): string | undefined {
  const { refuseFrom = Number.POSITIVE_INFINITY } = limits
  return total >= refuseFrom
    ? `from ${formatRupees(refuseFrom)}: the law asks for a PAN, which this shop cannot keep. Please ask us how to pay, or order fewer pieces`
    : METHOD_RULES[method].findLimit?.(total, limits)
}

/** Why a method cannot be chosen for a total in rupees; undefined if it can. */
export const findLimitError = (...args: Parameters<typeof findLimit>): string | undefined => {
  const limit = findLimit(...args)
  return limit && `Not available ${limit}.`
}

/** @param setting the methods that place an order, with commas (ORDERS). */
export const parseMethods = (setting: string): PaymentMethod[] => {
  const names = setting.split(',')
  return PAYMENT_METHODS.filter((method) => names.includes(method))
}

/** The methods that the checkout lists. @param setting see `parseMethods`. */
export const listMethods = (setting: string): PaymentMethod[] => {
  const offered = parseMethods(setting)
  return PAYMENT_METHODS.filter(
    (method) => !METHOD_RULES[method].isOptional || offered.includes(method),
  )
}

/**
 * Why a method places no order in this shop; undefined if it does.
 * @param canChoose whether the total allows another method, which the text names.
 */
export function findMethodOff(
  method: PaymentMethod,
  setting: string,
  canChoose = true,
): string | undefined {
  if (parseMethods(setting).includes(method)) return undefined
  return canChoose ? orderMessages.methodOff[method] : orderMessages.noMethod
}
