import { atom } from 'nanostores'
import { loginPath } from '#src/rules/paths.ts'

/** Whether a call has found that the session is over. */
export const $isSessionOver = atom(false)

/** The login page, which returns here. */
export const loginHref = (): string => loginPath(location.pathname + location.search)
