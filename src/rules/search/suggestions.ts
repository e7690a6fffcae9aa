import { categoryLabel } from '../categories.ts'
import { SEARCH_EXAMPLES } from '../constants.ts'
import { createTitleFilter, formatCount } from '../listing/listing.ts'
import { productPath, searchPath, shopPagePath } from '../paths.ts'
import { findHelp } from './help-search.ts'
import { listPinned, searchIndex } from './search.ts'
import type { SearchEntry } from './search-entry.ts'
import { type SearchIndex, toSearchEntries } from './search-index.ts'
import { findNamedCategory } from './search-query.ts'
import { MIN_PREFIX } from './vocabulary.ts'

export interface Suggestion {
  label: string
  href: string
  /** The number of pieces of a category. */
  note?: string
  /** Set for products. */
  product?: { slug: string; price: number; isFrom: boolean | undefined }
}

export interface SuggestionGroup {
  title: string
  suggestions: Suggestion[]
}

const MAX_PRODUCTS = 5
const MAX_CATEGORIES = 3

/**
 * The results of a search, as the search box offers them: pinned pieces, titles with its words, the others, then titles
 * with its letters. So no pendant comes before a pen. Some are listed twice. Each is looked for when it is needed.
 */
function* listFound(index: SearchIndex, search: string): Generator<SearchEntry> {
  const entries = toSearchEntries(index)
  const toEntry = (position: number) => entries[position] ?? []
  yield* listPinned(index, search).flatMap(toEntry)
  const isTitled = createTitleFilter(search)
  // Fewer letters match no word: words are looked up from the third on.
  if (search.length < MIN_PREFIX) for (const entry of entries) if (isTitled(entry)) yield entry
  const words = ` ${search.toLowerCase()} `
  for (const entry of entries)
    if (isTitled(entry) && ` ${entry.title.toLowerCase()} `.includes(words)) yield entry
  yield* searchIndex(index, search).flatMap(({ position }) => toEntry(position))
  for (const entry of entries) if (isTitled(entry)) yield entry
}

export const findProducts = (index: SearchIndex, search: string): SearchEntry[] => [
  ...new Set(listFound(index, search)),
]

function findFirstProducts(index: SearchIndex, search: string): SearchEntry[] {
  const products = new Set<SearchEntry>()
  for (const entry of listFound(index, search)) {
    products.add(entry)
    if (products.size === MAX_PRODUCTS) break
  }
  return [...products]
}

/** Suggestions for a text: pages of help, categories and products, title matches first. */
export function suggest(index: SearchIndex, text: string): SuggestionGroup[] {
  const search = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (search === '') return []
  const entries = toSearchEntries(index)
  const products = findFirstProducts(index, search)
  const named = findNamedCategory(search, index.categories)
  const started = index.categories.filter((category) => category.startsWith(search.toLowerCase()))
  const categories = [...new Set([...(named ? [named] : []), ...started])].slice(0, MAX_CATEGORIES)
  const count = (category: string) => entries.filter((entry) => entry.category === category).length
  return withSuggestions([
    { title: 'Help', suggestions: findHelp(search) },
    {
      title: 'Categories',
      suggestions: categories.map((category) => ({
        label: categoryLabel(category, index.names),
        href: shopPagePath(1, category),
        // An index with a part of the catalogue has a part of the category.
        ...(index.total === undefined && { note: formatCount(count(category)) }),
      })),
    },
    {
      title: 'Pieces',
      suggestions: products.map(toProductSuggestion),
    },
  ])
}

/** Suggestions without a text: the last searches, examples, and the products opened last. */
export function suggestRecent(
  index: SearchIndex | null | undefined,
  terms: readonly string[],
  slugs: readonly string[],
): SuggestionGroup[] {
  const entries = index && slugs.length > 0 ? toSearchEntries(index) : []
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
  return withSuggestions([
    {
      title: 'Recent searches',
      suggestions: terms.map(toTermSuggestion),
    },
    {
      title: 'Examples',
      suggestions: SEARCH_EXAMPLES.filter((label) => !terms.includes(label)).map(toTermSuggestion),
    },
    {
      title: 'Recently viewed',
      suggestions: slugs.flatMap((slug) => bySlug.get(slug) ?? []).map(toProductSuggestion),
    },
  ])
}

const toTermSuggestion = (label: string): Suggestion => ({ label, href: searchPath(label) })

const toProductSuggestion = ({ slug, title, price, isFrom }: SearchEntry): Suggestion => ({
  label: title,
  href: productPath(slug),
  product: { slug, price, isFrom },
})

const withSuggestions = (groups: SuggestionGroup[]): SuggestionGroup[] =>
  groups.filter(({ suggestions }) => suggestions.length > 0)
