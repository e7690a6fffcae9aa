import { atom, computed } from 'nanostores'
import { useEffect } from 'react'
import type { RouterOptions } from 'wouter'
import { STUDIO_PATH } from '#src/rules/paths.ts'
import { $draftsKept, forgetUnkept } from '../record/drafts.ts'
import { confirm } from '../ui/confirm.tsx'

interface Guard {
  /** The address of the page. */
  href: string
  /** Whether drafts have what was typed; false where it is in the page alone. */
  hasDraft: boolean
}

/** What is unsaved. A page may have several: each ends on its own. */
const $guards = atom<readonly Guard[]>([])

/** Whether the page has changes that are not saved. */
export const $isPageUnsaved = computed($guards, (guards) => guards.length > 0)

const findUnsavedHref = (): string | undefined => $guards.get()[0]?.href

const isAllKept = (): boolean =>
  $draftsKept.get() && $guards.get().every(({ hasDraft }) => hasDraft)

/** What was typed stays on this device as a draft. */
async function confirmLeave(): Promise<boolean> {
  const confirmed = await confirm({
    title: 'Leave without saving?',
    text: isAllKept()
      ? 'What you typed is kept on this device and is there when you come back.'
      : 'What you typed is lost: this browser has no room for it, or keeps nothing.',
    confirmLabel: 'Leave',
  })
  if (confirmed) forgetUnkept()
  return confirmed
}

const removeLastSlash = (path: string): string => path.replace(/\/(?=$|\?)/, '')

/** The list of products, below the studio. */
export const PRODUCTS_PATH = '/products'

/** The numbers of the orders of the list that was shown last, in its order: the page of an order leads to the next. */
export const $orderQueue = atom<readonly string[]>([])

/** Asks whether to leave where that loses unsaved changes. */
export const mayLeave = async (): Promise<boolean> =>
  !$isPageUnsaved.get() || (await confirmLeave())

/** Another page begins at its top, for the keyboard too. */
export const routerOptions = {
  base: STUDIO_PATH,
  hrefs: removeLastSlash,
  async aroundNav(navigate, to, options) {
    if (!(await mayLeave())) return
    navigate(removeLastSlash(to), options)
    scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  },
} satisfies RouterOptions

// Before the router's own listener, which the first render adds. A test that renders a form has no window.
globalThis.addEventListener?.('popstate', async () => {
  const unsavedHref = findUnsavedHref()
  if (unsavedHref === undefined) return
  const wantedHref = location.href
  history.pushState(null, '', unsavedHref)
  if (await confirmLeave()) history.replaceState(null, '', wantedHref)
})

/** Lets the page be left without a question: what was typed is saved elsewhere, or discarded. */
export const clearUnsaved = (): void => $guards.set([])

/** Asks before the page is left: by a link, the browser's back button or closing the tab. @returns what ends it. */
export function guardLeave(hasDraft = true): () => void {
  const guard = { href: location.href, hasDraft }
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  $guards.set([...$guards.get(), guard])
  addEventListener('beforeunload', warn)
  return () => {
    $guards.set($guards.get().filter((other) => other !== guard))
    removeEventListener('beforeunload', warn)
  }
}

/** Asks before unsaved changes are left. */
export const useLeaveGuard = (hasUnsavedChanges: boolean, hasDraft = true): void =>
  useEffect(
    () => (hasUnsavedChanges ? guardLeave(hasDraft) : undefined),
    [hasUnsavedChanges, hasDraft],
  )
