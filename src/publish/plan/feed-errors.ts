import type { CatalogIndex } from '#src/catalog/catalog-index.ts'
import { findFeedErrors } from '#src/channels/product-facts.ts'
import { parseProductSlug } from '#src/rules/product/product-slug.ts'
import type { Page } from './pages.ts'

/** Products that are named at most. More than that have one cause. */
const MAX_NAMED = 10

/** Returns sentences about products of these pages that search engines would reject. The feeds leave them out. */
export function describeFeedErrors(pages: Page[], { bySlug }: CatalogIndex): string[] {
  const rejected = pages.flatMap(({ path }) => {
    const product = bySlug.get(parseProductSlug(path) ?? '')
    const errors = product ? findFeedErrors(product) : []
    return errors.length > 0
      ? [`${path} ${errors.join(' and ')}: it has no structured data, and no feed lists it.`]
      : []
  })
  const others = rejected.length - MAX_NAMED
  return others > 0
    ? [...rejected.slice(0, MAX_NAMED), `${others} more products are in no feed.`]
    : rejected
}
