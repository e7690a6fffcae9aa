import { PUBLIC_API_URL } from 'astro:env/client'
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals'
import type { WebVitalsRequest } from '#src/contract/figures.ts'
import type { WebVital } from '#src/contract/values.ts'
import { toPageKind } from '#src/rules/page-kind.ts'

/** Measures the visit of this page and sends its figures once, as the page is first hidden. */
export function measureVisit(sendEvent: (url: string, event: object) => void): void {
  let figures: Partial<Record<WebVital, number>> = {}
  let isSent = false

  const record = ({ name, value }: Metric) => {
    figures[name.toLowerCase() as WebVital] = value
  }
  onLCP(record)
  onINP(record)
  onCLS(record)

  // After the library's own listeners, which complete the figures.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || isSent || Object.keys(figures).length === 0)
      return
    isSent = true
    const visit: WebVitalsRequest = { page: toPageKind(location.pathname), ...figures }
    sendEvent(`${PUBLIC_API_URL}/events/vitals`, visit)
  })

  // The library measures a page from the back/forward cache as another visit.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    figures = {}
    isSent = false
  })
}
