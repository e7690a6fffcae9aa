import { atom } from 'nanostores'
import { loginPath } from '#src/rules/paths.ts'
import { LOGOUT, onMessage } from '#src/stores/tabs.ts'

/** Whether a call has found that the session is over. */
export const $isSessionOver = atom(false)

/** Whether the editor has logged out, here or in another tab. */
export const $isLoggedOut = atom(false)
onMessage(LOGOUT, () => $isLoggedOut.set(true))

/** The login page, which returns here. */
export const loginHref = (): string => loginPath(location.pathname + location.search)
