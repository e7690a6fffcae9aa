import type { SiteRecord } from '#src/contract/catalog.ts'
import type { ContentBody } from '#src/contract/content.ts'
import type { SearchRules } from '#src/rules/search/synonyms.ts'
import { getDefaultContent } from './defaults.ts'

type SearchRecord = 'search-synonyms' | 'search-pins'

/** Reads the search rules from the records of editors, which have no tokens. */
export function readSearchRules(
  readRecord: (name: 'content', id: SearchRecord) => SiteRecord | undefined,
): SearchRules {
  // The server has validated the bodies.
  const read = <Id extends SearchRecord>(id: Id) =>
    (readRecord('content', id)?.body ?? getDefaultContent(id)) as ContentBody<Id>
  const { same, means } = read('search-synonyms')
  return {
    same: same.map(({ words }) => words),
    means: means.map(({ words, answers }) => [words, answers]),
    pins: read('search-pins').pins.map(({ query, products }) => [query, products]),
  }
}
