import type { ListingItem, Option, Picture, Product, ShownVariant } from '#src/contract/catalog.ts'
import { CARD_PICTURES, MAX_QUANTITY } from '../constants.ts'
import { isRecord, isTexts } from '../is-record.ts'
import { CARD_DEFAULTS } from './card-defaults.ts'

// Not `listChoices`: the home page would load what the product page needs.
const isChoice = ({ values }: Option): boolean => values.length > 1

/** A variant without the fields that no card needs. */
const toCardVariant = ({ sku: _, barcode: __, picture: ___, ...shown }: ShownVariant) => shown

/** The product as the listing shows it. */
export const toListingItem = (product: Product): ListingItem => ({
  id: product.id,
  slug: product.slug,
  title: product.title,
  price: product.price,
  actualPrice: product.originalPrice,
  images: product.images,
  pictures: product.pictures.slice(0, CARD_PICTURES),
  rating: product.rating,
  reviews: product.reviewCount,
  category: product.category,
  ...(product.categoryName && { categoryName: product.categoryName }),
  tagline: product.tagline,
  variant: product.variant,
  options: product.options.filter(isChoice),
  ...(product.variants && { variants: product.variants.map(toCardVariant) }),
  stock: product.stock,
  ...(product.zoom && { zoom: product.zoom }),
  publishedAt: product.publishedAt,
})

const parseText = (value: unknown, fallback = ''): string =>
  typeof value === 'string' && value !== '' ? value : fallback

const parseNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const isPicture = (value: unknown): value is Picture =>
  isRecord(value) && typeof value['base'] === 'string' && typeof value['width'] === 'number'

const isOption = (value: unknown): value is Option =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  Array.isArray(value['values']) &&
  value['values'].every((choice) => typeof choice === 'string')

const isShownVariants = (value: unknown): value is ShownVariant[] =>
  Array.isArray(value) && value.every((row) => isTexts(row?.choice))

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * A product of the listing from an API's JSON; missing values become the card defaults (spec §3).
 * Null without an id, a slug, a title or a price.
 */
export function parseListingItem(input: unknown): ListingItem | null {
  if (!isRecord(input)) return null
  const id = parseText(input['id'], parseText(input['_id']))
  const price = parseNumber(input['price'])
  const [slug, title] = [parseText(input['slug']), parseText(input['title'])]
  if (!id || !slug || !title || price === undefined) return null
  const { variants } = input
  const categoryName = parseText(input['categoryName'])
  const reviews = parseNumber(input['reviews']) ?? CARD_DEFAULTS.reviews
  const zoom = parseNumber(input['zoom'])
  return {
    id,
    slug,
    title,
    price,
    actualPrice: parseNumber(input['actualPrice']) ?? price,
    images: toArray(input['images']).filter((url) => typeof url === 'string'),
    pictures: toArray(input['pictures']).filter(isPicture),
    rating: parseNumber(input['rating']) ?? (reviews === 0 ? undefined : CARD_DEFAULTS.rating),
    reviews,
    category: parseText(input['category'], CARD_DEFAULTS.category),
    ...(categoryName && { categoryName }),
    tagline: parseText(input['tagline'], CARD_DEFAULTS.tagline),
    variant: isTexts(input['variant']) ? input['variant'] : {},
    options: toArray(input['options']).filter(isOption).filter(isChoice),
    ...(isShownVariants(variants) ? { variants } : {}),
    // Without a stock the product counts as available.
    stock: parseNumber(input['stock']) ?? MAX_QUANTITY,
    ...(zoom && { zoom }),
    publishedAt: parseText(input['publishedAt'], new Date(0).toISOString()),
  }
}
