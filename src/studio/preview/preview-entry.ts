import type { CatalogueEntry } from '#src/contract/entry.ts'
import { slug as slugSchema } from '#src/contract/catalog.ts'
import { type FormValues, toEntry } from '../form/form-values.ts'

const positive = (value: number, fallback: number): number =>
  Number.isFinite(value) && value > 0 ? Math.round(value * 100) / 100 : fallback

const whole = (value: number): number =>
  Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0

const orDash = (text: string): string => text || '—'

/** The entry of a form that is not complete yet, with stand-ins for what the page needs. */
export function toPreviewEntry(values: FormValues): CatalogueEntry {
  const { listPrice, rating, ...entry } = toEntry(values)
  const price = positive(entry.price, 1)
  const isKnownRating = rating !== undefined && rating >= 0 && rating <= 5
  const isReduced = listPrice !== undefined && listPrice > price
  const names = (record: Record<string, string>) =>
    Object.fromEntries(Object.entries(record).filter(([name, value]) => name && value))
  return {
    ...entry,
    slug: slugSchema.safeParse(entry.slug).success ? entry.slug : 'preview',
    title: entry.title || 'Untitled piece',
    subtitle: orDash(entry.subtitle),
    tagline: orDash(entry.tagline),
    category: entry.category || 'accessories',
    countryOfOrigin: orDash(entry.countryOfOrigin),
    price,
    ...(isReduced ? { listPrice: positive(listPrice, price) } : {}),
    ...(isKnownRating ? { rating } : {}),
    stock: whole(entry.stock),
    reviewCount: whole(entry.reviewCount),
    options: entry.options.filter(({ name, values: choices }) => name && choices.length > 0),
    variant: names(entry.variant),
    technicalDetails: names(entry.technicalDetails),
    highlights: entry.highlights.length > 0 ? entry.highlights : ['—'],
    description: entry.description
      .filter(({ title }) => title)
      .concat(entry.description.some(({ title }) => title) ? [] : [{ title: '—', content: '' }]),
    warranty: { duration: orDash(entry.warranty.duration), type: orDash(entry.warranty.type) },
    offers: entry.offers.filter(({ title, detail }) => title && detail),
    publishedAt: Number.isNaN(Date.parse(entry.publishedAt))
      ? new Date().toISOString()
      : entry.publishedAt,
  }
}
