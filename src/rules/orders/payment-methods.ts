import { PAYMENT_METHODS, type PaymentMethod } from '#src/contract/values.ts'
import { orderMessages } from '../messages/orders.ts'

/** @param setting the methods that place an order, with commas (ORDERS). */
export const parseMethods = (setting: string): PaymentMethod[] => {
  const names = setting.split(',')
  return PAYMENT_METHODS.filter((method) => names.includes(method))
}

/** Why a method places no order in this shop; undefined where it does. */
export const findMethodOff = (method: PaymentMethod, setting: string): string | undefined =>
  parseMethods(setting).includes(method) ? undefined : orderMessages.methodOff[method]
