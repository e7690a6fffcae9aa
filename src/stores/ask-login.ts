import { loginPath } from '#src/rules/paths.ts'
import { herePath, type Intent, keepIntent } from './intent.ts'
import { leaveFor } from './leave.ts'
import { say } from './toasts.ts'

/** Asks a visitor to log in, with the way there; what they wanted happens when they are back. */
export function askToLogIn(text: string, intent?: Intent): void {
  say.error(text, {
    label: 'Log in',
    press: () => {
      if (intent) keepIntent(intent)
      leaveFor(loginPath(herePath()))
    },
  })
}
