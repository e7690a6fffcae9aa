import { atom } from 'nanostores'

/** The studio's address below `/studio`, e.g. `/products/new`. */
export interface StudioLocation {
  path: string
  search: string
}

const BASE = '/studio'

const readLocation = (): StudioLocation => ({
  path: location.pathname.slice(BASE.length).replace(/\/$/, '') || '/',
  search: location.search,
})

export const toHref = (path: string): string => (path === '/' ? BASE : BASE + path)

export const $location = atom<StudioLocation>(readLocation())

/** Asked before the page changes; leaving waits for the answer. */
type LeaveGuard = () => boolean | Promise<boolean>
let leaveGuard: LeaveGuard | undefined
/** The address that is shown, to return to when the guard keeps the page. */
let shownHref = location.href

/** @returns a function that removes the guard. */
export function setLeaveGuard(guard: LeaveGuard): () => void {
  leaveGuard = guard
  return () => {
    if (leaveGuard === guard) leaveGuard = undefined
  }
}

function show(): void {
  shownHref = location.href
  $location.set(readLocation())
}

/** Opens a page of the studio; `path` may have a query. */
export async function navigate(path: string, options: { replace?: boolean } = {}): Promise<void> {
  if (leaveGuard && !(await leaveGuard())) return
  history[options.replace ? 'replaceState' : 'pushState'](null, '', toHref(path))
  show()
  scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Replaces the query of the page that is shown, without asking. */
export function replaceSearch(search: string): void {
  history.replaceState(null, '', location.pathname + search)
  shownHref = location.href
}

addEventListener('popstate', async () => {
  if (!leaveGuard) return show()
  const wanted = location.href
  history.pushState(null, '', shownHref)
  if (!(await leaveGuard())) return
  history.replaceState(null, '', wanted)
  show()
})
