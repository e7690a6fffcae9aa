// An update takes over and reloads the page once; the first install never reloads, and nothing
// reloads while somebody is typing or has typed something that is not sent yet.

const EDITABLE = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const typedInto = new Set<Control>()

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const isBusy = (): boolean =>
  document.activeElement?.matches(EDITABLE) === true ||
  [...typedInto].some((control) => control.isConnected && control.value !== '')

/** Runs `then` now, or as soon as nothing typed could be lost by it. */
function whenQuiet(then: () => void): void {
  if (!isBusy()) {
    then()
    return
  }
  const again = () =>
    setTimeout(() => {
      if (isBusy()) return
      document.removeEventListener('focusout', again)
      document.removeEventListener('reset', again)
      then()
    })
  document.addEventListener('focusout', again)
  document.addEventListener('reset', again)
}

function takeOver(registration: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) return
  whenQuiet(() => registration.waiting?.postMessage('activate'))
}

function followUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) takeOver(registration)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') takeOver(registration)
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
    whenQuiet(() => location.reload())
  })
}

async function register(): Promise<void> {
  try {
    followUpdates(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }))
  } catch {
    // The shop works without it; private windows and blocked storage refuse it.
  }
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  document.addEventListener('input', ({ target }) => {
    if (isControl(target)) typedInto.add(target)
  })
  reloadOnUpdate()
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}
