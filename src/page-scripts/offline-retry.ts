// The service worker shows the offline page instead of one that it cannot fetch. The page reloads once
// a request succeeds; the event "online" fires before that.

const RETRY_INTERVAL_MS = 5_000

/** Path of the offline page itself, which never reloads. */
const offlinePath =
  document.querySelector<HTMLElement>('[data-offline-path]')?.dataset['offlinePath']

let isChecking = false

async function retry(): Promise<void> {
  if (isChecking || !navigator.onLine || document.visibilityState !== 'visible') return
  isChecking = true
  try {
    const signal = AbortSignal.timeout(RETRY_INTERVAL_MS)
    await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal })
    location.reload()
  } catch {
    // Still offline.
  }
  isChecking = false
}

if (offlinePath && offlinePath !== location.pathname) {
  addEventListener('online', () => void retry())
  setInterval(() => void retry(), RETRY_INTERVAL_MS)
}

export {}
