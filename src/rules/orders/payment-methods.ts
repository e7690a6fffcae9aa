import { PAYMENT_METHODS, type PaymentMethod } from '#src/contract/values.ts'
import { orderMessages } from '../messages/orders.ts'
import { formatRupees } from '../money.ts'

/** The settings that limit payments, by the names of their limits; each is a total in rupees. */
const LIMIT_SETTINGS = {
  /** Cash on delivery cannot be chosen from this total on. */
  codLimit: 'PUBLIC_COD_LIMIT',
  /** A PAN is asked for from this total on. */
  panFrom: 'PUBLIC_PAN_FROM',
} as const

type LimitName = keyof typeof LIMIT_SETTINGS
export type PaymentLimits = Record<LimitName, number>
type LimitSettings = Record<(typeof LIMIT_SETTINGS)[LimitName], number>

/** The limits of a shop, from the settings of its server. */
export const toPaymentLimits = (settings: LimitSettings): PaymentLimits =>
  Object.fromEntries(
    Object.entries(LIMIT_SETTINGS).map(([name, setting]) => [name, settings[setting]]),
  ) as PaymentLimits

interface MethodRule {
  /** The label of its choice. */
  name: string
  text: string
  /** Its name in a list of orders. */
  short: string
  /** Its name on the page of an order in the studio. */
  desk: string
  /** From which total it cannot be chosen, and why. */
  findLimit?: (total: number, limits: PaymentLimits) => string | undefined
}

export const METHOD_RULES: Record<PaymentMethod, MethodRule> = {
  razorpay: {
    name: 'Pay via Razorpay',
    text: 'Cards, UPI, net banking and wallets.',
    short: 'Razorpay',
    desk: 'Online, by Razorpay',
  },
  cod: {
    name: 'Cash on Delivery',
    text: 'Pay the courier when the parcel is in your hands.',
    short: 'Cash on delivery',
    desk: 'Cash on delivery',
    findLimit: (total, { codLimit }) =>
      total >= codLimit
        ? `from ${formatRupees(codLimit)}: the law does not allow a larger payment in cash (Income-tax Act, section 269ST)`
        : undefined,
  },
}

/** Why a method cannot be chosen for a total in rupees; undefined where it can. */
export const findLimitError = (
  method: PaymentMethod,
  total: number,
  limits: PaymentLimits,
): string | undefined => {
  const limit = METHOD_RULES[method].findLimit?.(total, limits)
  return limit && `Not available ${limit}.`
}

/** @param setting the methods that place an order, with commas (ORDERS). */
export const parseMethods = (setting: string): PaymentMethod[] => {
  const names = setting.split(',')
  return PAYMENT_METHODS.filter((method) => names.includes(method))
}

/**
 * Why a method places no order in this shop; undefined where it does.
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
