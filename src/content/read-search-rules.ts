import type { SearchRules } from '#src/rules/synonyms.ts'
import { type ReadRecord, readContent } from './read-content.ts'

/** What the search reads of the records of editors. */
export function readSearchRules(readRecord: ReadRecord): SearchRules {
  const { same, means } = readContent(readRecord, 'search-synonyms')
  const { pins } = readContent(readRecord, 'search-pins')
  return {
    same: same.map(({ words }) => words),
    means: means.map(({ words, answers }) => [words, answers]),
    pins: pins.map(({ query, products }) => [query, products]),
  }
}
