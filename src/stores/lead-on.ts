import type { User } from '#src/contract/account.ts'
import { paths } from '#src/rules/paths.ts'
import { getPathAfterSignIn, parseNextPath, withNext } from '#src/rules/redirects.ts'
import { intentPath } from './intent.ts'
import { leaveFor, replaceBy } from './leave.ts'

/** The page a shopper on their way through signing in wants in the end, or null. */
export const wantedPath = (): string | null => parseNextPath(location.search) ?? intentPath()

/**
 * After signing in: to what was wanted, else as the specification says (§2, /login). Back then
 * passes the door, which would only lead on again.
 */
export const leadOn = (user: Pick<User, 'address'>): void =>
  replaceBy(getPathAfterSignIn(wantedPath(), user))

/** From sign-up to the inbox, keeping what was wanted. */
export const leadToInbox = (): void =>
  leaveFor(withNext(paths.verifyEmail, parseNextPath(location.search)))

/** From the first details on, saved or skipped: to what was wanted, else home. */
export const leadFromDetails = (): void => replaceBy(wantedPath() ?? paths.home)
