// The page that stands for another without a connection gives way to it as soon as it answers: the
// browser says "online" a good while before anything gets through.

const TRY_EVERY_MS = 5_000

/** The address of the offline page, on that page alone: at any other it stands for another. */
const ownPath = document.querySelector<HTMLElement>('[data-offline-path]')?.dataset['offlinePath']

let asking = false

async function comeBack(): Promise<void> {
  if (asking || !navigator.onLine || document.visibilityState !== 'visible') return
  asking = true
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    location.reload()
  } catch {
    // Not yet.
  }
  asking = false
}

if (ownPath && ownPath !== location.pathname) {
  addEventListener('online', () => void comeBack())
  setInterval(() => void comeBack(), TRY_EVERY_MS)
}
