import { FACETS } from '#src/rules/listing/facets.ts'

const FILTERS: readonly string[] = ['category', 'sort', 'search', ...FACETS]

/** Returns the parameters that filter or sort a list, in alphabetical order. */
export const listFilters = (query: URLSearchParams): [name: string, value: string][] =>
  [...query].filter(([name, value]) => FILTERS.includes(name) && value !== '').toSorted()
