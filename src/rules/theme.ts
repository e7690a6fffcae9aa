/** Where the chosen colour mode is kept; absent while the shopper follows the system. */
export const THEME_KEY = 'kairavi-theme'

export type Theme = 'light' | 'dark'

/** The inline script that sets the mode before the first paint; its hash is in the policy. */
export const toThemeScript = (source: string): string => source.replace('__THEME_KEY__', THEME_KEY)

/** The page colour of each mode as browsers take it for their own bars; equals the page token. */
export const themeColours = { light: '#faf7f2', dark: '#1d1010' } as const
