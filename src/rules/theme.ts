/** Storage key of the chosen theme; absent while the system's setting applies. */
export const THEME_KEY = 'kairavi-theme'

export type Theme = 'light' | 'dark'

/** The inline script that sets the theme before the first paint; the content security policy has its hash. */
export const toThemeScript = (source: string): string => source.replace('__THEME_KEY__', THEME_KEY)

/** Values of the meta tag `theme-color`; equal to the token `--color-page`. */
export const themeColours = { light: '#faf7f2', dark: '#1d1010' } as const
