import facts from '#tests/fixtures/fact-queries.json' with { type: 'json' }
import further from '#tests/fixtures/further-queries.json' with { type: 'json' }
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

/** Queries in other words: Hindi in Latin letters, amounts, occasions, typing errors. */
export const furtherQueries: Query[] = further

/** A query that the facts of the catalogue answer: stones, colours, materials, and what is made personal. */
interface FactQuery extends Query {
  /** Slugs that are found, whatever their place. */
  finds?: string[]
  /** The slugs of all that is found. */
  only?: string[]
}

export const factQueries: FactQuery[] = facts
