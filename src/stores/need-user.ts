import { loginPath } from '#src/rules/paths.ts'
import { replaceBy } from './leave.ts'
import { $signedOut } from './sign-out.ts'

/** Sends a visitor to log in and back to `path`; who has just logged out is already on their way. */
export function askForLogin(path: string): void {
  if (!$signedOut.get()) replaceBy(loginPath(path))
}
