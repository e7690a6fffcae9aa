import { THEME_KEY } from './theme.ts'

/** Storage key of what the last page on this device knew of its session; absent for a visitor. */
export const SESSION_HINT_KEY = 'kairavi-session-hint'

/** The inline script of every page; the content security policy has its hash. */
export const toInlineScript = (...sources: string[]): string =>
  sources
    .join(';')
    .replace('__THEME_KEY__', THEME_KEY)
    .replace('__SESSION_HINT_KEY__', SESSION_HINT_KEY)
