import { persistentAtom } from '@nanostores/persistent'
import { THEME_KEY, type Theme } from '#src/rules/theme.ts'

/** The chosen theme, of all tabs; undefined while the system's setting applies. */
export const $theme = persistentAtom<Theme | undefined>(THEME_KEY, undefined, {
  encode(theme) {
    try {
      if (theme) localStorage.setItem(THEME_KEY, theme)
      return theme
    } catch {
      // There is no room: it applies to this page only.
      return undefined
    }
  },
  decode: (text) => (text === 'dark' || text === 'light' ? text : undefined),
})
