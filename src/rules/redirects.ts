import { paths, safePath } from './paths.ts'

/** Pages that are never a redirect target after signing in: they redirect signed-in users. */
const AUTH_PATHS: readonly string[] = [
  paths.login,
  paths.signup,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
  paths.join,
]

export const isAuthPath = (path: string): boolean =>
  AUTH_PATHS.includes(path.split(/[?#]/, 1)[0] ?? '')

/** The path in `?next=`, or null when it leads to another site or to a sign-in page. */
export function parseNextPath(search: string): string | null {
  const next = safePath(new URLSearchParams(search).get('next'))
  return next && !isAuthPath(next) ? next : null
}

/** The requested page, else home, or complete-profile for a user without an address (spec §2). */
export const getPathAfterSignIn = (next: string | null, user: { address: string }): string =>
  next ?? (user.address ? paths.home : paths.completeProfile)

/** `path` with `next` as its query parameter. */
export const withNext = (path: string, next: string | null): string =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path
