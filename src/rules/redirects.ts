import { paths, safePath } from './paths.ts'

/** Pages that a signed-in shopper is not led back to: they would only lead on again. */
const AUTH_PATHS: readonly string[] = [
  paths.login,
  paths.signup,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
]

const isAuthPath = (path: string): boolean => AUTH_PATHS.includes(path.split(/[?#]/, 1)[0] ?? '')

/** The page of this site that `?next=` names, or null. */
export function parseNextPath(search: string): string | null {
  const next = safePath(new URLSearchParams(search).get('next'))
  return next && !isAuthPath(next) ? next : null
}

/** Where a sign-in leads: back to what was asked for, else as the specification says (§2). */
export const getPathAfterSignIn = (next: string | null, user: { address: string }): string =>
  next ?? (user.address ? paths.home : paths.completeProfile)

/** `path`, carrying on the page that the shopper wants in the end. */
export const withNext = (path: string, next: string | null): string =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path
