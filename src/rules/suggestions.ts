import { applyFilters, categoryLabel, formatCount, NO_FILTERS } from './listing.ts'
import { productPath, searchPath, shopPagePath } from './paths.ts'
import { findNamedCategory, type SearchIndex, searchIndex, toSearchEntries } from './search.ts'

export interface Suggestion {
  label: string
  href: string
  /** The number of pieces of a category. */
  note?: string
  /** Set for products. */
  product?: { slug: string; price: number }
}

export interface SuggestionGroup {
  title: string
  suggestions: Suggestion[]
}

const MAX_PRODUCTS = 5
const MAX_CATEGORIES = 3

/** What the search box offers for a text: categories and products, title matches first. */
export function suggest(index: SearchIndex, text: string): SuggestionGroup[] {
  const search = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (search === '') return []
  const entries = toSearchEntries(index)
  const meant = searchIndex(index, search).flatMap(({ at }) => entries[at] ?? [])
  const { list, also } = applyFilters(entries, { ...NO_FILTERS, search }, meant)
  const products = [...list, ...also].slice(0, MAX_PRODUCTS)
  const named = findNamedCategory(search, index.categories)
  const started = index.categories.filter((one) => one.startsWith(search.toLowerCase()))
  const categories = [...new Set([...(named ? [named] : []), ...started])].slice(0, MAX_CATEGORIES)
  const count = (category: string) => entries.filter((one) => one.category === category).length
  const groups: SuggestionGroup[] = [
    {
      title: 'Categories',
      suggestions: categories.map((category) => ({
        label: categoryLabel(category),
        href: shopPagePath(1, category),
        note: formatCount(count(category)),
      })),
    },
    {
      title: 'Pieces',
      suggestions: products.map(({ slug, title, price }) => ({
        label: title,
        href: productPath(slug),
        product: { slug, price },
      })),
    },
  ]
  return groups.filter(({ suggestions }) => suggestions.length > 0)
}

/** The last searches as suggestions. */
export const suggestSearches = (terms: readonly string[]): SuggestionGroup[] =>
  terms.length === 0
    ? []
    : [
        {
          title: 'Recent searches',
          suggestions: terms.map((label) => ({ label, href: searchPath(label) })),
        },
      ]
