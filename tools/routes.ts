import { APPOINTMENT_PATH } from '#src/rules/appointment-path.ts'
import { MESSAGE_STATE_PATH } from '#src/rules/message-state-path.ts'
import { paths } from '#src/rules/paths.ts'

export const PRODUCT_PATH = '/product/sitara-petite-seconde-watch'

/** Pages that are complete without JavaScript. */
export const NO_SCRIPT_ROUTES = [
  paths.home,
  paths.shop,
  PRODUCT_PATH,
  paths.about,
  paths.contact,
  paths.terms,
  paths.faqs,
  paths.shippingReturns,
  paths.privacy,
  paths.care,
  paths.authenticity,
  paths.sizes,
] as const

/** Every route that a visitor can open. */
export const VISITOR_ROUTES = [
  ...NO_SCRIPT_ROUTES,
  `${paths.shop}?category=bags&search=a&sort=price-low-high`,
  `${paths.shop}?search=umbrella`,
  paths.partner,
  paths.cart,
  `${paths.wishlist}/shared`,
  paths.login,
  paths.signup,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
  paths.stockAlerts,
  MESSAGE_STATE_PATH,
  APPOINTMENT_PATH,
  paths.join,
  paths.offline,
  '/404',
  '/410',
] as const

/** Every route that needs a signed-in user or differs for one. */
export const SIGNED_IN_ROUTES = [
  paths.verifyEmail,
  paths.cart,
  paths.checkout,
  paths.wishlist,
  paths.profile,
  `${paths.profile}?tab=orders`,
  `${paths.profile}?tab=wishlist`,
  `${paths.profile}?tab=settings`,
  paths.editProfile,
] as const
