import { loginPath } from '#src/rules/paths.ts'
import { replaceBy } from './leave.ts'
import { $signedOut } from './sign-out.ts'

/**
 * Sends a visitor to log in and back to `path`. Who has just logged out is already on their way:
 * they are only sent there when they go back to this page.
 */
export function askForLogin(path: string): void {
  const send = () => replaceBy(loginPath(path))
  if (!$signedOut.get()) send()
  else if (typeof addEventListener !== 'undefined')
    addEventListener('pageshow', ({ persisted }) => persisted && send(), { once: true })
}
