/** Storage key of the chosen theme; absent while the system's setting applies. */
export const THEME_KEY = 'kairavi-theme'

export type Theme = 'light' | 'dark'

/** Values of the meta tag `theme-color`; equal to the token `--color-page`. */
export const themeColours = { light: '#faf7f2', dark: '#1d1010' } as const
