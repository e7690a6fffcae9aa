import type { ListingItem } from '#src/contract/catalog.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { parseListingItem } from '#src/rules/listing/listing-item.ts'
import { defineKey, readItem, setItem } from './storage.ts'

const PREVIEW_KEY = defineKey('kairavi-product-preview', 'tab')

/** Passes a product of the listing to the page it is opened on (spec §2, /shop). */
export const savePreview = (item: Pick<ListingItem, 'id'>): void => setItem(PREVIEW_KEY, item)

/** The product of this slug from the previous page. */
export function readPreview(slug: string): ListingItem | undefined {
  const item = parseListingItem(readItem(PREVIEW_KEY, isRecord))
  return item?.slug === slug ? item : undefined
}
