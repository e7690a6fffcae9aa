import type { CatalogEntry } from '#src/contract/entry.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { createRandom, type Random } from '#tests/helpers/random.ts'

const RELATED = 4
const PRICE_STEP = 100

/**
 * A catalogue of any size from the parts of a small one: the same seed gives the same products.
 * Every product is a variation of one of `parts`, in their order over and over.
 */
export function generateCatalog(
  parts: CatalogEntry[],
  count: number,
  seed: number,
): CatalogEntry[] {
  const random = createRandom(seed)
  const names = [...new Set(parts.map(({ title }) => getName(title)))]
  const made = Array.from({ length: count }, (_, index) => {
    const part = parts[index % parts.length]
    if (!part) throw new RangeError('There are no products to vary.')
    const nth = Math.floor(index / parts.length)
    return withOwnCodes(vary(part, combineNames(names, nth), random), nth)
  })
  return withRelated(made)
}

/** The name of a piece; the rest of its title says what it is. */
const getName = (title: string): string => title.split(' ')[0] ?? ''

/** Each of the names, then each of them with each one after it. */
function combineNames(names: string[], nth: number): string {
  const second = Math.floor(nth / names.length) - 1
  return [names[nth % names.length], names[second]].filter(Boolean).join(' ')
}

/** A variation of a part: another name in all texts, another price, stock and age. */
function vary(part: CatalogEntry, name: string, random: Random): CatalogEntry {
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

/** A code is of one product: the SKUs of the nth variation have its number, and only the first has barcodes. */
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

/** The next pieces of the same category, from its end to its start again. */
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
