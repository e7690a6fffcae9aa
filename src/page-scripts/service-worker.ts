// The installed app: its manifest, and its service worker. An update activates and reloads the page
// once. The first installation never reloads, and no page reloads while a form is being filled in (F14).

import { onLoad } from './on-load.ts'

const EDITABLE = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const editedControls = new Set<Control>()

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const isEditing = (): boolean =>
  document.activeElement?.matches(EDITABLE) === true ||
  [...editedControls].some((control) => control.isConnected && control.value !== '')

/** Runs `callback` now or once no form is being filled in. */
function whenIdle(callback: () => void): void {
  if (!isEditing()) {
    callback()
    return
  }
  const check = () =>
    setTimeout(() => {
      if (isEditing()) return
      document.removeEventListener('focusout', check)
      document.removeEventListener('reset', check)
      callback()
    })
  document.addEventListener('focusout', check)
  document.addEventListener('reset', check)
}

function activateWaiting(registration: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) return
  whenIdle(() => registration.waiting?.postMessage('activate'))
}

function watchForUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) activateWaiting(registration)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') activateWaiting(registration)
    })
  })
}

function reloadOnUpdate(): void {
  let controlled = navigator.serviceWorker.controller !== null
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!controlled || reloading) {
      controlled = true
      return
    }
    reloading = true
    whenIdle(() => location.reload())
  })
}

async function register(): Promise<void> {
  try {
    watchForUpdates(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }))
  } catch {
    // Private windows and blocked storage reject it; the shop works without it.
  }
}

/** Not in the HTML, because browsers would fetch it before the main picture has painted. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/site.webmanifest'
  document.head.append(link)
}

linkManifest()

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  document.addEventListener('input', ({ target }) => {
    if (isControl(target)) editedControls.add(target)
  })
  reloadOnUpdate()
  onLoad(() => void register())
}
