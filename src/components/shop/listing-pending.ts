import { pageMessages } from '#src/rules/messages/pages.ts'

/** Longest the static list stays hidden for an island that does not come, in milliseconds. */
const GIVE_UP_MS = 8_000

/** Says that the list is coming, where the address asks for another one than the static page's. */
function arrive(section: HTMLElement): void {
  const line = section.querySelector('[data-pending-text]')
  const island = section.querySelector('astro-island')
  if (!line || !island?.hasAttribute('ssr')) return
  const end = () => {
    section.removeAttribute('data-pending')
    line.textContent = ''
    watch.disconnect()
  }
  // Astro takes the attribute away when the island is alive and has read the address.
  const watch = new MutationObserver(() => requestAnimationFrame(end))
  watch.observe(island, { attributeFilter: ['ssr'] })
  setTimeout(end, GIVE_UP_MS)
  section.setAttribute('data-pending', '')
  line.textContent = pageMessages.products.loading
}

const asks = /[?&](?:category|search|sort)=./.test(location.search)
const section = document.querySelector<HTMLElement>('[data-listing]')
if (asks && section) arrive(section)
