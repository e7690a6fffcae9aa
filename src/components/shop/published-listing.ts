// The static listing until its island is needed: the page is compared with the API's list, and the
// island is needed where they differ or the list cannot be fetched.

import type { ListingItem } from '#src/contract/catalog.ts'
import { scrollToChip } from '#src/islands/listing/scroll-to-chip.ts'
import { inCategory, NO_FILTERS } from '#src/rules/listing.ts'
import { toListingHash } from '#src/rules/listing-hash.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { $products, loadProducts } from '#src/stores/listing.ts'
import { toast } from '#src/stores/toasts.ts'

function compareWithProducts(section: HTMLElement, pageHash: string): void {
  const { listing: category = '' } = section.dataset
  const chip = section.querySelector<HTMLElement>(`[value="${CSS.escape(category)}"]`)
  const total = Number(chip?.dataset['count'])
  const cardCount = section.querySelectorAll('.card-grid > li').length
  const isPublished = (products: ListingItem[]): boolean => {
    const list = products.filter((product) => inCategory(product, category))
    const hash = toListingHash(list.slice(0, cardCount))
    return list.length === total && hash === pageHash
  }
  $products.listen(({ data, error }) => {
    if (error !== null || (data && !isPublished(data)))
      section.querySelector('astro-island')?.dispatchEvent(new Event('needed'))
  })
  void loadProducts()
}

const section = document.querySelector<HTMLElement>('[data-listing]')
const { listing, pageHash } = section?.dataset ?? {}
// Its scripts are not in the cache of a browser that is offline.
section
  ?.querySelector('astro-island')
  ?.addEventListener('astro:hydration-error', () => toast.error(pageMessages.products.fetchFailed))
if (section && pageHash !== undefined) compareWithProducts(section, pageHash)
if (section && listing !== undefined && listing !== NO_FILTERS.category)
  scrollToChip(section.querySelector('.filter-row'), listing)
