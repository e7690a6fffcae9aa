// Runs each time a page is shown: the progress bar, the page-view event, and the measuring of visits.

import { PUBLIC_ANALYTICS_URL, PUBLIC_API_URL } from 'astro:env/client'
import type { PageViewRequest } from '#src/contract/contact.ts'
import { PAGE_VIEW_URL_LENGTH } from '#src/contract/values.ts'
import { PROGRESS_MS } from '#src/rules/constants.ts'
import { urlWithoutSecrets } from '#src/rules/paths.ts'
import { isCounted, sendEvent } from './beacon.ts'
import { onLoad } from './on-load.ts'

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

function sendPageView(): void {
  const view: PageViewRequest = {
    name: 'pageview',
    url: urlWithoutSecrets(location.href).slice(0, PAGE_VIEW_URL_LENGTH),
    referrer: document.referrer.slice(0, PAGE_VIEW_URL_LENGTH) || null,
    domain: location.hostname,
  }
  sendEvent(PUBLIC_ANALYTICS_URL || `${PUBLIC_API_URL}/events`, view)
}

onPageShow(runProgressBar)
// In a task of its own: the scripts of a page run in one.
onPageShow(() => setTimeout(sendPageView))

/** Measuring waits until the page is loaded and nothing else runs. */
function measureWhenIdle(): void {
  if (!isCounted()) return
  const measure = () =>
    void import('./web-vitals.ts')
      .then(({ measureVisit }) => measureVisit(sendEvent))
      .catch(() => undefined)
  // Not every Safari has idle callbacks.
  const runWhenIdle = globalThis.requestIdleCallback ?? setTimeout
  runWhenIdle(measure)
}

onLoad(measureWhenIdle)
