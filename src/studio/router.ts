import { atom } from 'nanostores'
import { useEffect } from 'react'
import type { RouterOptions } from 'wouter'
import { confirm } from './ui/Dialog.tsx'

const $hasUnsavedChanges = atom(false)

/** What was typed stays on this device as a draft. */
const confirmLeave = (): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    text: 'What you typed is kept on this device and is there when you come back.',
    confirmLabel: 'Leave',
  })

const removeLastSlash = (path: string): string => path.replace(/\/$/, '')

/** The studio's addresses are below `/studio`. Another page begins at its top, for the keyboard too. */
export const routerOptions = {
  base: '/studio',
  hrefs: removeLastSlash,
  async aroundNav(navigate, to, options) {
    if ($hasUnsavedChanges.get() && !(await confirmLeave())) return
    navigate(removeLastSlash(to), options)
    scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  },
} satisfies RouterOptions

/** Asks before unsaved changes are left: by a link, the browser's back button or closing the tab. */
export function useLeaveGuard(hasUnsavedChanges: boolean): void {
  useEffect(() => {
    if (!hasUnsavedChanges) return
    const shownHref = location.href
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const handleBack = async () => {
      const wantedHref = location.href
      history.pushState(null, '', shownHref)
      if (await confirmLeave()) history.replaceState(null, '', wantedHref)
    }
    $hasUnsavedChanges.set(true)
    addEventListener('beforeunload', warn)
    // Before the router hears of it.
    addEventListener('popstate', handleBack, { capture: true })
    return () => {
      $hasUnsavedChanges.set(false)
      removeEventListener('beforeunload', warn)
      removeEventListener('popstate', handleBack, { capture: true })
    }
  }, [hasUnsavedChanges])
}
