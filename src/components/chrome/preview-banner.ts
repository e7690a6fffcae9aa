import { PUBLIC_API_URL } from 'astro:env/client'

const DISMISSED_KEY = 'kairavi-preview-dismissed'
const CHECK_INTERVAL_MS = 30_000
const TIMEOUT_MS = 5_000

async function isRunning(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${PUBLIC_API_URL}/health`, { signal, credentials: 'omit' })
    // While its body is unread, a request counts as open and the network as busy.
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

function isDismissed(): boolean {
  try {
    return sessionStorage.getItem(DISMISSED_KEY) !== null
  } catch {
    return false
  }
}

/** Removes the banner and the space that pages leave for it. */
function remove(banner: HTMLElement): void {
  banner.remove()
  delete document.documentElement.dataset['preview']
}

function startHealthCheck(banner: HTMLElement): void {
  const status = banner.querySelector('p')
  const update = async () => {
    const { running, disconnected } = banner.dataset
    const text = (await isRunning()) ? running : disconnected
    // Screen readers announce a live region again when the same text is set.
    if (status && status.textContent !== text) status.textContent = text ?? ''
    banner.hidden = false
  }
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void update()
  }, CHECK_INTERVAL_MS)
  void update()

  banner.querySelector('button')?.addEventListener('click', () => {
    clearInterval(timer)
    remove(banner)
    try {
      sessionStorage.setItem(DISMISSED_KEY, '1')
    } catch {
      // Without storage, the banner is dismissed for this page only.
    }
  })
}

const banner = document.querySelector<HTMLElement>('[data-preview-banner]')
if (banner && isDismissed()) remove(banner)
else if (banner) startHealthCheck(banner)
