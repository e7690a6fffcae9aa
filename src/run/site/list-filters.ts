import { FACETS } from '#src/rules/listing/facets.ts'

const FILTERS: readonly string[] = ['category', 'sort', 'search', ...FACETS]

/** The parameters of a query that filter or sort a list, in alphabetical order. */
export const listFilters = (query: URLSearchParams): [name: string, value: string][] =>
  [...query].filter(([name, value]) => FILTERS.includes(name) && value !== '').toSorted()
