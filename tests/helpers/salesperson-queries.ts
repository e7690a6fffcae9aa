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
