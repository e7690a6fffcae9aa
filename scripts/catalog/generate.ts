import type { CatalogEntry } from '#src/contract/entry.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { createRandom, type Random } from '#tests/helpers/random.ts'

const RELATED = 4
const PRICE = { least: 2_500, most: 12_50_000, step: 100 }

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
  const made = Array.from({ length: count }, (_, at) => {
    const part = parts[at % parts.length]
    if (!part) throw new RangeError('There are no products to vary.')
    return vary(part, combineNames(names, Math.floor(at / parts.length)), random)
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

/** A variation of a part: another name, price, stock, age and standing; the same make. */
function vary(part: CatalogEntry, name: string, random: Random): CatalogEntry {
  const rename = (text: string) => text.replaceAll(getName(part.title), name)
  const { listPrice: _, ...rest } = part
  const price = roundPrice(part.price * (0.55 + random.fraction()))
  const isReduced = random.fraction() < 0.25
  const age = random.whole(0, 700) * DAY_MS
  return {
    ...rest,
    slug: toSlug(`${rename(part.title)} ${part.category}`),
    title: rename(part.title),
    subtitle: rename(part.subtitle),
    tagline: part.tagline && rename(part.tagline),
    price,
    ...(isReduced && { listPrice: roundUp(price * (1.08 + random.fraction() * 0.3)) }),
    stock: createStock(random),
    highlights: random.shuffled(part.highlights).map(rename),
    description: part.description.map(({ title, content }) => ({
      title,
      content: rename(content),
    })),
    offers: random.shuffled(part.offers),
    publishedAt: new Date(Date.parse(part.publishedAt) - age).toISOString(),
    related: [],
    pictures: part.pictures.map(({ file, alt }) => ({ file, alt: rename(alt) })),
  }
}

const roundPrice = (price: number) =>
  Math.min(PRICE.most, Math.max(PRICE.least, Math.round(price / PRICE.step) * PRICE.step))
const roundUp = (price: number) => Math.ceil(price / PRICE.step) * PRICE.step

/** Three in a hundred are sold out, seven nearly. */
function createStock(random: Random): number {
  const share = random.fraction()
  if (share < 0.03) return 0
  return share < 0.1 ? random.whole(1, 3) : random.whole(4, 120)
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
    for (const [at, slug] of group.entries()) {
      const next = [...group.slice(at + 1, at + 1 + RELATED), ...group.slice(0, RELATED)]
      related.set(slug, [...new Set(next)].filter((one) => one !== slug).slice(0, RELATED))
    }
  return entries.map((entry) => ({ ...entry, related: related.get(entry.slug) ?? [] }))
}
