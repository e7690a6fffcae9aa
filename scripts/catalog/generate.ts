import type { CatalogEntry } from '#src/contract/entry.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { createRandom, type Random } from '#tools/random.ts'

const RELATED = 4
const PRICE_STEP = 100

/**
 * Generates a catalogue of any size from a small one. Equal seeds give equal products. Each product
 * varies one of `parts`, in their order, repeatedly.
 */
export function generateCatalog(
  parts: CatalogEntry[],
  count: number,
  seed: number,
): CatalogEntry[] {
  const random = createRandom(seed)
  const names = [...new Set(parts.map(({ title }) => getName(title)))]
  const entries = Array.from({ length: count }, (_, index) => {
    const part = parts[index % parts.length]
    if (!part) throw new RangeError('There are no products to vary.')
    const nth = Math.floor(index / parts.length)
    return withOwnCodes(varyEntry(part, combineNames(names, nth), random), nth)
  })
  return withRelated(entries)
}

/** Returns the name of a product, which is the first word of its title. */
const getName = (title: string): string => title.split(' ')[0] ?? ''

/** Returns single names first, then combinations of each name with each later one. */
function combineNames(names: string[], nth: number): string {
  const second = Math.floor(nth / names.length) - 1
  return [names[nth % names.length], names[second]].filter(Boolean).join(' ')
}

/** Varies a part: another name in all texts, and another price, stock and age. */
function varyEntry(part: CatalogEntry, name: string, random: Random): CatalogEntry {
  const renamed = JSON.stringify(part).replaceAll(getName(part.title), name)
  const { listPrice: _, ...entry } = JSON.parse(renamed) as CatalogEntry
  const toPrice = (price: number) => Math.ceil(price / PRICE_STEP) * PRICE_STEP
  const price = toPrice(part.price * (0.55 + random.fraction()))
  const isReduced = random.fraction() < 0.25
  // Three in a hundred are sold out.
  const stock = random.fraction() < 0.03 ? 0 : random.whole(1, 120)
  const age = random.whole(0, 700) * DAY_MS
  return {
    ...entry,
    price,
    stock,
    slug: toSlug(`${entry.title} ${part.category}`),
    ...(isReduced && { listPrice: toPrice(price * (1.08 + random.fraction() * 0.3)) }),
    publishedAt: new Date(Date.parse(part.publishedAt) - age).toISOString(),
  }
}

/** Makes codes unique: SKUs of the nth variation contain its number, and only the first has barcodes. */
function withOwnCodes(entry: CatalogEntry, nth: number): CatalogEntry {
  if (nth === 0 || !entry.variants) return entry
  const variants = entry.variants.map(({ barcode: _, sku, ...row }) => ({
    ...row,
    ...(sku === undefined ? {} : { sku: `${sku}-${nth}` }),
  }))
  return { ...entry, variants }
}

const toSlug = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\sa-z0-9-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')

/** Relates the next products of the same category, and continues at its start. */
function withRelated(entries: CatalogEntry[]): CatalogEntry[] {
  const categories = Map.groupBy(entries, ({ category }) => category).values()
  const related = new Map<string, string[]>()
  for (const group of categories.map((all) => all.map(({ slug }) => slug)))
    for (const [index, slug] of group.entries()) {
      const next = [...group.slice(index + 1, index + 1 + RELATED), ...group.slice(0, RELATED)]
      related.set(slug, [...new Set(next)].filter((other) => other !== slug).slice(0, RELATED))
    }
  return entries.map((entry) => ({ ...entry, related: related.get(entry.slug) ?? [] }))
}
