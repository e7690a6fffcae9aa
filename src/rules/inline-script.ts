/** One inline script of several. */
export const joinInlineScripts = (...sources: string[]): string => sources.join(';')

/** Storage key of what the last page on this device knew of its session; absent for a visitor. */
export const SESSION_HINT_KEY = 'kairavi-session-hint'

/** The inline script of the cart that reads the hint; the content security policy has its hash. */
export const toCartScript = (source: string): string =>
  source.replace('__SESSION_HINT_KEY__', SESSION_HINT_KEY)
