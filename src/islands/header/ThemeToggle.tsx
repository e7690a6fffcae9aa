import { useStore } from '@nanostores/react'
import { useEffect, useSyncExternalStore } from 'react'
import type { Theme } from '#src/rules/theme.ts'
import { $theme } from '#src/stores/theme.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { moonIcon, sunIcon } from '#src/ui/icons.ts'

const DARK = '(prefers-color-scheme: dark)'

function subscribeToSystem(onChange: () => void): () => void {
  const media = matchMedia(DARK)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

function applyTheme(theme: Theme | undefined): void {
  const { dataset } = document.documentElement
  if (theme) dataset['theme'] = theme
  else delete dataset['theme']
}

interface Props {
  /** Shows the label beside the icon, as in the side menu. */
  showLabel?: boolean
}

/** Chooses between dark and light. Until then, the setting of the system applies. */
export function ThemeToggle({ showLabel = false }: Props) {
  const chosen = useStore($theme, { ssr: () => undefined })
  const isSystemDark = useSyncExternalStore(
    subscribeToSystem,
    () => matchMedia(DARK).matches,
    () => false,
  )
  const isDark = chosen ? chosen === 'dark' : isSystemDark
  // page-scripts/first-paint.js has applied the theme before the first paint.
  useEffect(() => $theme.listen(applyTheme), [])

  function toggle() {
    const theme = isDark ? 'light' : 'dark'
    // A press that hydrates the button comes before its effect.
    applyTheme(theme)
    $theme.set(theme)
  }

  return (
    <PlainButton
      aria-pressed={isDark}
      className={`scripting-only ${showLabel ? 'menu-row' : 'icon-button'}`}
      onClick={toggle}
    >
      <Icon path={moonIcon} className="size-5 dark:hidden" />
      <Icon path={sunIcon} className="hidden size-5 dark:block" />
      <span className={showLabel ? '' : 'sr-only'}>Dark mode</span>
    </PlainButton>
  )
}
