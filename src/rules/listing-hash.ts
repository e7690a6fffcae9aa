import type { ListingItem } from '#src/contract/catalog.ts'
import { CARD_DEFAULTS } from './constants.ts'

/** What a card shows, with the defaults for missing values. */
const toShown = ({ id, slug, title, price, actualPrice, ...item }: ListingItem) => [
  ...[id, slug, title, price, actualPrice, item.stock === 0],
  ...[item.rating ?? CARD_DEFAULTS.rating, item.reviews ?? CARD_DEFAULTS.reviews],
  ...[item.category || CARD_DEFAULTS.category, item.tagline || CARD_DEFAULTS.tagline],
  [Object.entries(item.variant), item.options],
  item.pictures.slice(0, 2).map(({ base, width }) => [base, width]),
  item.pictures[0]?.alt,
]

/** FNV-1a, 32 bits: no secret, and the browser's own hashes are asynchronous. */
export function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** A hash of what the cards of these products show, to compare the static page with the API's list. */
export const toListingHash = (items: ListingItem[]): string =>
  hashText(JSON.stringify(items.map(toShown)))
