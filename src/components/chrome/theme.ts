import { THEME_KEY, type Theme } from '#src/rules/theme.ts'

const root = document.documentElement
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

const chosenTheme = (): Theme | undefined => {
  const { theme } = root.dataset
  return theme === 'dark' || theme === 'light' ? theme : undefined
}

const currentTheme = (): Theme => chosenTheme() ?? (systemIsDark.matches ? 'dark' : 'light')

function updateToggles(): void {
  for (const toggle of document.querySelectorAll('[data-theme-toggle]'))
    toggle.setAttribute('aria-pressed', String(currentTheme() === 'dark'))
}

function applyTheme(theme: string | null): void {
  if (theme === 'dark' || theme === 'light') root.dataset['theme'] = theme
  else delete root.dataset['theme']
  updateToggles()
}

function toggleTheme(): void {
  const theme: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  applyTheme(theme)
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Without storage the theme applies to this page only.
  }
}

for (const button of document.querySelectorAll('[data-theme-toggle]'))
  button.addEventListener('click', toggleTheme)

addEventListener('storage', (event) => {
  if (event.key === THEME_KEY) applyTheme(event.newValue)
})
addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  try {
    applyTheme(localStorage.getItem(THEME_KEY))
  } catch {
    updateToggles()
  }
})
systemIsDark.addEventListener('change', updateToggles)
updateToggles()
