import { createHash } from 'node:crypto'
import type { CatalogueEntry } from '#src/contract/catalog.ts'
import { toPaise } from '#src/rules/money.ts'
import type { ProductRow } from '../db/schema.ts'
import type { ProductDetail } from './to-product.ts'

/**
 * Derives the id from the slug, so that a product has the same id in every database.
 * @public for tests.
 */
export const toProductId = (slug: string): string =>
  createHash('sha256').update(`product ${slug}`).digest('hex').slice(0, 24)

/** @param position index in the order of the catalogue. */
export function toProductRow(
  entry: CatalogueEntry,
  position: number,
  updatedAt: number,
): ProductRow {
  const { slug, title, category, price, listPrice, rating, reviewCount, stock } = entry
  return {
    id: toProductId(slug),
    slug,
    title,
    category,
    price_paise: toPaise(price),
    list_price_paise: toPaise(listPrice ?? price),
    stock,
    rating: rating ?? null,
    review_count: reviewCount,
    published_at: Date.parse(entry.publishedAt),
    updated_at: updatedAt,
    archived_at: null,
    position,
    detail: JSON.stringify(toProductDetail(entry)),
    revision: 1,
  }
}

const toProductDetail = (entry: ProductDetail): ProductDetail => ({
  subtitle: entry.subtitle,
  tagline: entry.tagline,
  options: entry.options,
  variant: entry.variant,
  highlights: entry.highlights,
  description: entry.description,
  technicalDetails: entry.technicalDetails,
  warranty: entry.warranty,
  offers: entry.offers,
  countryOfOrigin: entry.countryOfOrigin,
  related: entry.related,
})
