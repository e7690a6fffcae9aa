import { persistentAtom } from '@nanostores/persistent'
import { THEME_KEY, type Theme } from '#src/rules/theme.ts'

/** The chosen theme, of all tabs; undefined while the system's setting applies. */
export const $theme = persistentAtom<Theme | undefined>(THEME_KEY, undefined, {
  encode: (theme) => theme,
  decode: (text) => (text === 'dark' || text === 'light' ? text : undefined),
})
