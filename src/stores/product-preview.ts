import type { ListingItem } from '#src/contract/catalog.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { parseListingItem } from '#src/rules/listing/listing-item.ts'
import { readItem, setItem } from './storage.ts'

const PREVIEW_KEY = 'kairavi-product-preview'

/** Passes a product of the listing to the page it is opened on (spec §2, /shop). */
export const savePreview = (item: ListingItem): void => setItem(PREVIEW_KEY, item)

/** The product of this slug as the page before knew it. */
export function readPreview(slug: string): ListingItem | undefined {
  const item = parseListingItem(readItem(PREVIEW_KEY, isRecord))
  return item?.slug === slug ? item : undefined
}
