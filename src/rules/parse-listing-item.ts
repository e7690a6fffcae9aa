import type { ListingItem, Picture, Variant } from '#src/contract/catalog.ts'
import { CARD_DEFAULTS, MAX_QUANTITY } from './constants.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' && value !== '' ? value : otherwise

const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const isPicture = (value: unknown): value is Picture =>
  isFields(value) && typeof value['base'] === 'string' && typeof value['width'] === 'number'

const isVariant = (value: unknown): value is Variant =>
  isFields(value) && Object.values(value).every((choice) => typeof choice === 'string')

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * A product of the listing as an API sent it, its gaps filled with the card's defaults (spec §3);
 * null for what is no product: one without an id, an address, a name or a price.
 */
export function parseListingItem(given: unknown): ListingItem | null {
  if (!isFields(given)) return null
  const id = text(given['id'], text(given['_id']))
  const price = amount(given['price'])
  const [slug, title] = [text(given['slug']), text(given['title'])]
  if (!id || !slug || !title || price === undefined) return null
  return {
    id,
    slug,
    title,
    price,
    actualPrice: amount(given['actualPrice']) ?? price,
    images: list(given['images']).filter((url) => typeof url === 'string'),
    pictures: list(given['pictures']).filter(isPicture),
    rating: amount(given['rating']) ?? CARD_DEFAULTS.rating,
    reviews: amount(given['reviews']) ?? CARD_DEFAULTS.reviews,
    category: text(given['category'], CARD_DEFAULTS.category),
    tagline: text(given['tagline'], CARD_DEFAULTS.tagline),
    variant: isVariant(given['variant']) ? given['variant'] : {},
    // An API that counts no stock has never sold out.
    stock: amount(given['stock']) ?? MAX_QUANTITY,
    publishedAt: text(given['publishedAt'], new Date(0).toISOString()),
  }
}
