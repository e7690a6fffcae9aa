import { PUBLIC_ANALYTICS_URL, PUBLIC_API_URL } from 'astro:env/client'
import type { PageViewRequest } from '#src/contract/contact.ts'
import { urlWithoutSecrets } from '#src/rules/paths.ts'
import { onPageShow } from './on-page-show.ts'

const privacyAsked = (): boolean =>
  navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true

function sendPageView(): void {
  if (privacyAsked()) return
  const view: PageViewRequest = {
    name: 'pageview',
    url: urlWithoutSecrets(location.href).slice(0, 2_000),
    referrer: document.referrer || null,
    domain: location.hostname,
  }
  fetch(PUBLIC_ANALYTICS_URL || `${PUBLIC_API_URL}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(view),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => undefined)
}

onPageShow(sendPageView)
