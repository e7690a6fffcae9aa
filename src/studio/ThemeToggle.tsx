import { useEffect, useState } from 'react'
import { THEME_KEY, type Theme } from '#src/rules/theme.ts'
import { StaticIcon } from '#src/ui/StaticIcon.tsx'

const systemTheme = matchMedia('(prefers-color-scheme: dark)')

const currentTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'light' ? theme : systemTheme.matches ? 'dark' : 'light'
}

/** Switches between light and dark, for the shop too. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(currentTheme)
  useEffect(() => {
    const update = () => setTheme(currentTheme())
    systemTheme.addEventListener('change', update)
    return () => systemTheme.removeEventListener('change', update)
  }, [])
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = next
    setTheme(next)
    try {
      localStorage.setItem(THEME_KEY, next)
    } catch {
      // Without storage the theme applies to this page only.
    }
  }
  return (
    <button
      type="button"
      aria-label="Dark mode"
      aria-pressed={theme === 'dark'}
      className="grid size-11 place-items-center"
      onClick={toggle}
    >
      <StaticIcon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  )
}
