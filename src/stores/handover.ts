import type { ListingItem } from '#src/contract/catalog.ts'
import { parseListingItem } from '#src/rules/listing-item.ts'
import { keep, readKept } from './storage.ts'

const KEY = 'kairavi-handover'

const isItem = (value: unknown): value is ListingItem => parseListingItem(value) !== null

/** Leaves a product for the page it is opened on (spec §2, "passes the product data along"). */
export const handOver = (item: ListingItem): void => keep(KEY, item)

/** The product of this address as the page before knew it, if it left one. */
export function handedOver(slug: string): ListingItem | undefined {
  const item = parseListingItem(readKept(KEY, isItem))
  return item?.slug === slug ? item : undefined
}
