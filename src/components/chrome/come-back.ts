// The page that stands for another without a connection gives way to it as soon as it answers: the
// browser says "online" a good while before anything gets through.

const TRY_EVERY_MS = 5_000

/** The address this page has of its own: there it stands for nothing else. */
const ownPath = document.querySelector<HTMLElement>('[data-own-path]')?.dataset['ownPath']

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

if (location.pathname !== ownPath) {
  addEventListener('online', () => void comeBack())
  setInterval(() => void comeBack(), TRY_EVERY_MS)
}
