import { previewOidcEnv } from '#src/preview/oidc-provider.ts'
import { toBuildEnv } from '#src/publish/render/code-hash.ts'
import { parseMethods, toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { toSiteEnv } from '#src/run/site-env.ts'
import { readEnv } from '#src/server/core/env.ts'

// Settings that pages depend on: with equal ones, the shop of all tests is compiled once.

export const SITE_URL = 'http://localhost:4321'
/** Pages contain the port of the sign-in provider. */
export const OIDC_PORT = 4392
/** Payment methods of the tests' shop that takes orders, as its pages name them. */
export const ORDERS = 'razorpay,cod'
/** Without it, orders that need a PAN are refused. */
export const PAN_KEY = 'a-key-of-the-browser-tests-with-32-letters'

const settings = { NODE_ENV: 'test', SITE_URL, ...previewOidcEnv(OIDC_PORT) }

/** The variables that the pages of the tests' shop depend on. */
export const PAGE_ENV = toBuildEnv(toSiteEnv(readEnv(settings), false))

/** Those of a shop that kept orders, and takes none. */
export const KEPT_ORDERS_PAGE_ENV = { ...PAGE_ENV, PUBLIC_ORDER_PAGE: 'true' }

/** Those of the shop that takes orders. */
export const ORDERS_PAGE_ENV = {
  ...KEPT_ORDERS_PAGE_ENV,
  PUBLIC_ORDERS: ORDERS,
  PUBLIC_PAYMENT_LIMITS: JSON.stringify(
    toPaymentLimits({ ...readEnv(settings), ORDERS: parseMethods(ORDERS), PAN_KEY }),
  ),
}
