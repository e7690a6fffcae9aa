import type { CatalogEntry } from '#src/contract/entry.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { generateName } from './names.ts'
import { createRandom, type Random } from './random.ts'

const RELATED = 4
const PRICE = { least: 2_500, most: 12_50_000, step: 100 }

interface Pools {
  taglines: Map<string, string[]>
  random: Random
}

/**
 * A catalogue of any size from the parts of a small one: the same seed gives the same products.
 * Every product is a variation of one of `parts`, in their order over and over.
 */
export function generateCatalog(
  parts: CatalogEntry[],
  count: number,
  seed: number,
): CatalogEntry[] {
  const byCategory = Map.groupBy(parts, (part) => part.category)
  const taglines = new Map(
    [...byCategory].map(([category, some]) => [
      category,
      some.flatMap((part) => part.tagline ?? []),
    ]),
  )
  const pools = { taglines, random: createRandom(seed) }
  const made = Array.from({ length: count }, (_, at) => {
    const part = parts[at % parts.length]
    if (!part) throw new RangeError('There are no products to vary.')
    return vary(part, Math.floor(at / parts.length), pools)
  })
  return withRelated(made)
}

/** The nth variation of a part: another name, price, stock, age and standing; the same make. */
function vary(part: CatalogEntry, nth: number, { taglines, random }: Pools): CatalogEntry {
  const [ownName = '', ...kind] = part.title.split(' ')
  const { name, edition } = generateName(nth)
  const renamed = (text: string) => text.replaceAll(ownName, name)
  const pool = taglines.get(part.category) ?? []
  const { listPrice: _, ...rest } = part
  const price = roundPrice(part.price * (0.55 + random.fraction()))
  const reduced = random.fraction() < 0.25
  return {
    ...rest,
    slug: slugFrom(`${name} ${kind.join(' ')}${edition} ${part.category}`),
    title: `${name} ${kind.join(' ')}${edition}`,
    subtitle: renamed(part.subtitle),
    tagline: renamed(pool[random.whole(0, pool.length - 1)] ?? '') || undefined,
    price,
    ...(reduced ? { listPrice: roundUp(price * (1.08 + random.fraction() * 0.3)) } : {}),
    stock: stockFrom(random),
    highlights: random.shuffled(part.highlights).map(renamed),
    description: part.description.map(({ title, content }) => ({
      title,
      content: renamed(content),
    })),
    offers: random.shuffled(part.offers),
    publishedAt: new Date(
      Date.parse(part.publishedAt) - random.whole(0, 700) * DAY_MS,
    ).toISOString(),
    related: [],
    pictures: part.pictures.map(({ file, alt }) => ({ file, alt: renamed(alt) })),
  }
}

const clamp = (price: number) => Math.min(PRICE.most, Math.max(PRICE.least, price))
const roundPrice = (price: number) => clamp(Math.round(price / PRICE.step) * PRICE.step)
const roundUp = (price: number) => Math.ceil(price / PRICE.step) * PRICE.step

/** Three in a hundred are sold out, seven nearly. */
function stockFrom(random: Random): number {
  const luck = random.fraction()
  if (luck < 0.03) return 0
  return luck < 0.1 ? random.whole(1, 3) : random.whole(4, 120)
}

const slugFrom = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\sa-z0-9-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')

/** The next pieces of the same category, from its end to its start again. */
function withRelated(entries: CatalogEntry[]): CatalogEntry[] {
  const groups = Map.groupBy(entries, (entry) => entry.category)
  const related = new Map<string, string[]>()
  for (const group of groups.values())
    for (const [at, { slug }] of group.entries()) {
      const ring = Array.from(
        { length: RELATED },
        (_, step) => group[(at + step + 1) % group.length],
      )
      related.set(
        slug,
        ring.flatMap((one) => (one && one.slug !== slug ? one.slug : [])),
      )
    }
  return entries.map((entry) => ({
    ...entry,
    related: [...new Set(related.get(entry.slug) ?? [])],
  }))
}
