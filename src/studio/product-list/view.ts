import type { CatalogListItem } from '#src/contract/editor.ts'
import { hasName, parseLookup, toLookupText } from '#src/editing/lookup.ts'
import { LOW_STOCK_THRESHOLD } from '#src/rules/constants.ts'
import { findTypos } from '#src/rules/search/typing-errors.ts'
import { defineList, flag, oneOf, someOf, text } from '../app/list-state.ts'
import { getCategoryName } from './categories.ts'

export const STATES = ['on-sale', 'archived', 'unpublished', 'all'] as const
export const STOCKS = ['any', 'in', 'low', 'out'] as const
export const ISSUES = ['none', 'no-picture', 'missing-alt', 'broken-related'] as const
export const SORTS = ['position', 'title', 'category', 'price', 'stock', 'updated'] as const
/** Columns that can be hidden. */
export const COLUMNS = ['category', 'price', 'discount', 'stock', 'status', 'updated'] as const

type Sort = (typeof SORTS)[number]
export type Column = (typeof COLUMNS)[number]

/** What the list shows. It is the query of the address, so that a bookmark is a saved view. */
export const PRODUCTS = defineList({
  search: text(),
  category: text(),
  state: oneOf(STATES, 'on-sale'),
  stock: oneOf(STOCKS, 'any'),
  issue: oneOf(ISSUES, 'none'),
  reduced: flag(),
  sort: oneOf(
    SORTS.flatMap((sort) => [sort, `-${sort}`] as const),
    'position',
  ),
  hide: someOf(COLUMNS),
})

export type View = typeof PRODUCTS.first

/** Splits the order of a view into what it sorts by, and whether that is descending. */
export const splitSort = (sort: View['sort']): [Sort, boolean] =>
  sort.startsWith('-') ? [sort.slice(1) as Sort, true] : [sort as Sort, false]

/** Whether a filter narrows the list. */
export const isFiltered = (view: View): boolean =>
  PRODUCTS.toQuery({ ...view, sort: 'position', hide: [] }) !== ''

export const isLowStock = ({ available }: Pick<CatalogListItem, 'available'>): boolean =>
  available > 0 && available <= LOW_STOCK_THRESHOLD

const hasState = (item: CatalogListItem, state: View['state']): boolean => {
  if (state === 'all') return true
  if (state === 'unpublished') return item.unpublished
  return item.archived === (state === 'archived')
}

const hasStock = (item: CatalogListItem, stock: View['stock']): boolean => {
  if (stock === 'any') return true
  if (stock === 'low') return isLowStock(item)
  return item.available > 0 === (stock === 'in')
}

export const hasIssue = (item: CatalogListItem, issue: View['issue']): boolean => {
  if (issue === 'no-picture') return item.pictureCount === 0
  if (issue === 'missing-alt') return item.missingAltCount > 0
  return issue === 'none' || item.brokenRelated.length > 0
}

const texts = new WeakMap<CatalogListItem, string>()

/** What a search finds an item by, in lower case without accents, calculated once per item. */
function textOf(item: CatalogListItem): string {
  const known = texts.get(item)
  if (known !== undefined) return known
  const text = toLookupText(`${item.title} ${item.slug} ${item.codes}`)
  texts.set(item, text)
  return text
}

const collator = new Intl.Collator('en-IN', { numeric: true })

const COMPARE: Record<
  Exclude<Sort, 'position'>,
  (a: CatalogListItem, b: CatalogListItem) => number
> = {
  title: (a, b) => collator.compare(a.title, b.title),
  category: (a, b) => collator.compare(getCategoryName(a.category), getCategoryName(b.category)),
  price: (a, b) => a.price - b.price,
  stock: (a, b) => a.stock - b.stock,
  updated: (a, b) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0),
}

/** Products in the order of a view. Sort once, search at each keystroke. */
export function sortProducts(products: CatalogListItem[], order: View['sort']): CatalogListItem[] {
  const [sort, descending] = splitSort(order)
  const sorted = sort === 'position' ? [...products] : products.toSorted(COMPARE[sort])
  return descending ? sorted.reverse() : sorted
}

/** Products that pass the filters of a view, in the order in which they are given. */
export const filterProducts = (
  products: CatalogListItem[],
  view: Omit<View, 'search' | 'sort' | 'hide'>,
): CatalogListItem[] =>
  products.filter(
    (item) =>
      hasState(item, view.state) &&
      (view.category === '' || item.category === view.category) &&
      hasStock(item, view.stock) &&
      hasIssue(item, view.issue) &&
      (!view.reduced || item.listPrice > item.price),
  )

const hasWords = (text: string, words: string[]): boolean => {
  for (const word of words) if (!text.includes(word)) return false
  return true
}

interface SearchedItem {
  item: CatalogListItem
  text: string
}

/** The words that begin with the letter of another word, as those that are meant by a typing error do. */
const listWordsLike = (text: string, [letter = '']: string): ReadonlySet<string> =>
  new Set(/\p{L}/u.test(letter) ? text.match(RegExp(`(?<![^\\s-])${letter}[^\\s-]+`, 'g')) : [])

/** Those that have each word, or one that a typing error makes of it. */
function searchWithTypos(all: SearchedItem[], allText: string, words: string[]): SearchedItem[] {
  const spellings = words.map((word) =>
    all.some(({ text }) => text.includes(word))
      ? [word]
      : [...findTypos(word, () => listWordsLike(allText, word)).keys()],
  )
  if (spellings.some(({ length }) => length === 0)) return []
  return all.filter(({ text }) =>
    spellings.every((words) => words.some((word) => text.includes(word))),
  )
}

/**
 * Prepares a search in these products, so that a keystroke only compares texts.
 * @returns a function that finds those whose title, slug, SKU or barcode has each word, in the same order; where none
 *   has, those whose id, price or code it is in another form; then those with words that differ by a typing error.
 */
export function createProductSearch(
  products: CatalogListItem[],
): (search: string) => CatalogListItem[] {
  const all: SearchedItem[] = products.map((item) => ({ item, text: textOf(item) }))
  let allText: string | undefined
  let last = { search: '', found: all }
  return (search) => {
    const folded = toLookupText(search)
    const words = folded.split(' ').filter(Boolean)
    if (words.length === 0) return products
    // What one letter more finds is among what the letters before have found.
    const among = folded.startsWith(last.search) ? last.found : all
    last = { search: folded, found: among.filter(({ text }) => hasWords(text, words)) }
    if (last.found.length > 0) return last.found.map(({ item }) => item)
    const lookup = parseLookup(search)
    // An id is found as a whole: its letters are random.
    const named = all.filter(
      ({ item, text }) =>
        item.id === words[0] || hasName(text, lookup) || item.price === lookup.amount,
    )
    if (named.length > 0) return named.map(({ item }) => item)
    allText ??= all.map(({ item }) => toLookupText(`${item.title} ${item.slug}`)).join(' ')
    return searchWithTypos(all, allText, words).map(({ item }) => item)
  }
}

/** Categories of these products with their number, the largest first. */
export function countCategories(products: CatalogListItem[]): [category: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { category } of products) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || collator.compare(a, b))
}
