import facts from '#tests/fixtures/fact-queries.json' with { type: 'json' }
import fresh from '#tests/fixtures/fresh-queries.json' with { type: 'json' }
import further from '#tests/fixtures/further-queries.json' with { type: 'json' }
import hundred from '#tests/fixtures/hundred-queries.json' with { type: 'json' }
import queries from '#tests/fixtures/queries.json' with { type: 'json' }
import shopper from '#tests/fixtures/shopper-queries.json' with { type: 'json' }

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

/** A query of a kind that shoppers type, judged by what stands at its very beginning, too. */
interface ShopperQuery extends Query {
  /** Slugs of which one is the first. */
  leads?: string[]
  /** The page that is among the first four suggestions. */
  page?: string
}

export const shopperQueries: ShopperQuery[] = shopper

/** A query of a kind that a review found wrong, with what is found, how it is priced, and what is named as not made. */
interface FreshQuery extends ShopperQuery {
  minPrice?: number
  only?: string[]
  /** The word of a piece that the shop does not make; null for none. */
  near?: string | null
}

export const freshQueries: FreshQuery[] = fresh

/** A hundred queries of all kinds, written before their results were seen. */
export const hundredQueries: FreshQuery[] = hundred
