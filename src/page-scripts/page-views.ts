// What runs each time a page is shown: the progress bar and the page-view event.

import { PUBLIC_ANALYTICS_URL, PUBLIC_API_URL } from 'astro:env/client'
import type { PageViewRequest } from '#src/contract/contact.ts'
import { PAGE_VIEW_URL_LENGTH } from '#src/contract/values.ts'
import { PROGRESS_MS } from '#src/rules/constants.ts'
import { SESSION_HINT_KEY } from '#src/rules/inline-script.ts'
import { urlWithoutSecrets } from '#src/rules/paths.ts'

/** Runs `handler` each time the page is shown: on load or activation, and from the back/forward cache. */
function onPageShow(handler: () => void): void {
  if (document.prerendering)
    document.addEventListener('prerenderingchange', handler, { once: true })
  else handler()
  addEventListener('pageshow', (event) => {
    if (event.persisted) handler()
  })
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

function runProgressBar(): void {
  if (reducedMotion.matches) return
  document.querySelector('.progress-bar')?.animate(
    [
      { transform: 'scaleX(0)', opacity: 1 },
      { transform: 'scaleX(1)', opacity: 1, offset: 0.8 },
      { transform: 'scaleX(1)', opacity: 0 },
    ],
    { duration: PROGRESS_MS, easing: 'ease-out' },
  )
}

/** Do Not Track or Global Privacy Control (docs/decisions/product.md#analytics). */
const refusesTracking = (): boolean =>
  navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true

/** Whether the session hint is of somebody who looks after the shop. */
function isStaff(): boolean {
  try {
    return /"isStaff":true/.test(localStorage.getItem(SESSION_HINT_KEY) ?? '')
  } catch {
    return false
  }
}

function sendPageView(): void {
  if (refusesTracking() || isStaff()) return
  const view: PageViewRequest = {
    name: 'pageview',
    url: urlWithoutSecrets(location.href).slice(0, PAGE_VIEW_URL_LENGTH),
    referrer: document.referrer.slice(0, PAGE_VIEW_URL_LENGTH) || null,
    domain: location.hostname,
  }
  fetch(PUBLIC_ANALYTICS_URL || `${PUBLIC_API_URL}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(view),
    keepalive: true,
    credentials: 'omit',
  })
    // While its body is unread, a request counts as open and the network as busy.
    .then((response) => response.arrayBuffer())
    .catch(() => undefined)
}

onPageShow(runProgressBar)
// In a task of its own: the scripts of a page run in one.
onPageShow(() => setTimeout(sendPageView))
