import { pageMessages } from '#src/rules/messages/pages.ts'

/** Time after which the static list is shown without the island, in milliseconds. */
const PENDING_TIMEOUT_MS = 8_000

/** Hides the static list and shows a loading text until the island has hydrated. */
function showPending(section: HTMLElement): void {
  const status = section.querySelector('[data-pending-text]')
  const island = section.querySelector('astro-island')
  if (!status || !island?.hasAttribute('ssr')) return
  const showList = () => {
    section.removeAttribute('data-pending')
    status.textContent = ''
    observer.disconnect()
  }
  // Astro removes the attribute when the island has hydrated.
  const observer = new MutationObserver(() => requestAnimationFrame(showList))
  observer.observe(island, { attributeFilter: ['ssr'] })
  setTimeout(showList, PENDING_TIMEOUT_MS)
  section.setAttribute('data-pending', '')
  status.textContent = pageMessages.products.loading
}

const hasFilters = /[?&](?:category|search|sort)=./.test(location.search)
const section = document.querySelector<HTMLElement>('[data-listing]')
if (hasFilters && section) showPending(section)
