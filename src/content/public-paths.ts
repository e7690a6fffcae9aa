import { APPOINTMENT_PATH } from '#src/rules/appointment-path.ts'
import { MESSAGE_STATE_PATH } from '#src/rules/message-state-path.ts'
import { ORDER_PATH, PREVIEW_PATH, paths, STUDIO_PATH } from '#src/rules/paths.ts'

/** Pages that are not indexed: pages of one user, and aliases. */
const PRIVATE_PATHS: readonly string[] = [
  paths.store,
  paths.cart,
  paths.checkout,
  paths.wishlist,
  paths.login,
  paths.signup,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
  paths.stockAlerts,
  MESSAGE_STATE_PATH,
  APPOINTMENT_PATH,
  paths.join,
  paths.completeProfile,
  paths.profile,
  paths.offline,
  ORDER_PATH,
  '/404',
  '/410',
  '/oauth',
  STUDIO_PATH,
  PREVIEW_PATH,
]

/** True for pages that search engines may index and the sitemap lists. */
export const isPublicPath = (path: string): boolean =>
  !PRIVATE_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
