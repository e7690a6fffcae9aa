// Counts page views, searches and waiting times of visitors, without data about the visitors.

import { SESSION_HINT_KEY } from '#src/rules/session-hint.ts'

/** Do Not Track or Global Privacy Control (docs/decisions/product.md#analytics). */
const refusesTracking = (): boolean =>
  navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true

/** Whether the session hint is of someone who looks after the shop. */
function isStaff(): boolean {
  try {
    return /"isStaff":true/.test(localStorage.getItem(SESSION_HINT_KEY) ?? '')
  } catch {
    return false
  }
}

/** Whether this visit may be counted. */
export const isCounted = (): boolean => !refusesTracking() && !isStaff()

/** Sends an event of a visit that may be counted, also while the page is left. */
export function sendEvent(url: string, event: object): void {
  if (!isCounted()) return
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
    keepalive: true,
    credentials: 'omit',
  })
    // While its body is unread, a request counts as open and the network as busy.
    .then((response) => response.arrayBuffer())
    .catch(() => undefined)
}
