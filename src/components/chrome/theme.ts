import { THEME_KEY, type Theme } from '#src/rules/theme.ts'

const root = document.documentElement
const systemDark = matchMedia('(prefers-color-scheme: dark)')

const chosenTheme = (): Theme | undefined => {
  const { theme } = root.dataset
  return theme === 'dark' || theme === 'light' ? theme : undefined
}

const currentTheme = (): Theme => chosenTheme() ?? (systemDark.matches ? 'dark' : 'light')

function showPressed(): void {
  for (const toggle of document.querySelectorAll('[data-theme-toggle]'))
    toggle.setAttribute('aria-pressed', String(currentTheme() === 'dark'))
}

function apply(theme: string | null): void {
  if (theme === 'dark' || theme === 'light') root.dataset['theme'] = theme
  else delete root.dataset['theme']
  showPressed()
}

function toggle(): void {
  const theme: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  apply(theme)
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage is full or off: the choice holds for this page.
  }
}

for (const button of document.querySelectorAll('[data-theme-toggle]'))
  button.addEventListener('click', toggle)

addEventListener('storage', (event) => {
  if (event.key === THEME_KEY) apply(event.newValue)
})
addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  try {
    apply(localStorage.getItem(THEME_KEY))
  } catch {
    showPressed()
  }
})
systemDark.addEventListener('change', showPressed)
showPressed()
