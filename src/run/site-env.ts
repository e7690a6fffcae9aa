import { toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { toOrigin } from './listen.ts'

const DEFAULT_PORT = 4321

/**
 * Returns the build environment with the server settings that pages depend on.
 * @param keepsOrders whether the shop takes or took orders, and therefore has a page of orders.
 */
export const toSiteEnv = (env: ServerEnv, keepsOrders: boolean): Record<string, string> => {
  const variables = {
    ...process.env,
    SITE_URL: env.SITE_URL ?? toOrigin(env.HOST, env.PORT || DEFAULT_PORT),
    MEDIA_ORIGIN: env.MEDIA_ORIGIN,
    PUBLIC_API_URL: env.PUBLIC_API_URL,
    PUBLIC_ANALYTICS_URL: env.PUBLIC_ANALYTICS_URL,
    PUBLIC_GOOGLE_CLIENT_ID: env.PUBLIC_GOOGLE_CLIENT_ID,
    PUBLIC_OIDC_AUTHORIZE_URL: env.PUBLIC_OIDC_AUTHORIZE_URL,
    PUBLIC_PREVIEW: String(env.PREVIEW),
    PUBLIC_PASSWORD_MIN: String(env.PASSWORD_MIN),
    PUBLIC_LEGAL_NAME: env.LEGAL_NAME,
    PUBLIC_LEGAL_NUMBERS: env.LEGAL_NUMBERS,
    PUBLIC_GRIEVANCE_OFFICER: env.GRIEVANCE_OFFICER,
    PUBLIC_GRIEVANCE_EMAIL: env.GRIEVANCE_EMAIL,
    PUBLIC_DELIVERY_COUNTRIES: env.DELIVERY_COUNTRIES.join(','),
    PUBLIC_ADVICE_PHONE: env.ADVICE_PHONE,
    PUBLIC_ADVICE_WHATSAPP: env.ADVICE_WHATSAPP,
    PUBLIC_ADVICE_APPOINTMENT_URL: env.ADVICE_APPOINTMENT_URL,
    PUBLIC_ORDERS: env.ORDERS.join(','),
    PUBLIC_ORDER_PAGE: keepsOrders ? 'true' : '',
    PUBLIC_PAYMENT_LIMITS: JSON.stringify(toPaymentLimits(env)),
  }
  // `process.env` would convert undefined to the string "undefined".
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
