import { PUBLIC_API_URL } from 'astro:env/client'

const DISMISSED_KEY = 'kairavi-preview-dismissed'
const CHECK_EVERY_MS = 30_000
const TIMEOUT_MS = 5_000

async function isRunning(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${PUBLIC_API_URL}/health`, { signal, credentials: 'omit' })
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

function follow(banner: HTMLElement): void {
  const line = banner.querySelector('p')
  const show = async () => {
    const { running, disconnected } = banner.dataset
    const text = (await isRunning()) ? running : disconnected
    // Setting the same words again would have them read out again.
    if (line && line.textContent !== text) line.textContent = text ?? ''
    banner.hidden = false
  }
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void show()
  }, CHECK_EVERY_MS)
  void show()

  banner.querySelector('button')?.addEventListener('click', () => {
    clearInterval(timer)
    banner.hidden = true
    try {
      sessionStorage.setItem(DISMISSED_KEY, '1')
    } catch {
      // It stays away for this page.
    }
  })
}

const banner = document.querySelector<HTMLElement>('[data-preview-banner]')
if (banner && !isDismissed()) follow(banner)
