import type { Product } from '#src/contract/catalog.ts'
import queries from '#tests/fixtures/queries.json' with { type: 'json' }

/** What a salesperson would show first. */
interface Query {
  query: string
  /** What kind of query it is one of ten of. */
  kind?: string
  /** Slugs that are among the first four. */
  first?: string[]
  /** The category of the first four. */
  category?: string
  /** The highest price of the first four. */
  maxPrice?: number
}

export const salespersonQueries: Query[] = queries

type Found = Pick<Product, 'slug' | 'category' | 'price'>

/** Whether a search shows first what a salesperson would. */
export function isFound(
  { first = [], category, maxPrice = Infinity }: Query,
  found: Found[],
): boolean {
  const top = found.slice(0, 4)
  const slugs = top.map(({ slug }) => slug)
  return (
    first.every((slug) => slugs.includes(slug)) &&
    top.every((one) => one.price <= maxPrice && (!category || one.category === category))
  )
}
