import { describe, expect, test } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { createSearchIndex } from '#src/channels/search-index.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { fromColumns, toColumns } from '#src/rules/listing/list-row.ts'
import { NO_FILTERS } from '#src/rules/listing/listing.ts'
import {
  findProducts,
  type ListingInput,
  needsFetch,
  needsSearchIndex,
  toListingView,
} from '#src/rules/listing/listing-view.ts'
import { openSearch } from '#src/rules/search/search.ts'
import { searchRules } from '#tests/helpers/search-rules.ts'
import { createListingItem, product } from './product.ts'

const item = (slug: string, category = 'bags'): ListingItem =>
  createListingItem({ id: slug, slug, title: slug, price: 1, actualPrice: 1, category })

const openSearchOf = (...items: ListingItem[]) => {
  const plain = { ...product, subtitle: '', highlights: [] }
  return openSearch(
    createSearchIndex(
      items.map((extra) => ({ ...plain, ...extra })),
      searchRules,
    ),
  )
}

const items = [item('one'), item('two', 'shoes')]
const pageItems = fromColumns(toColumns(items))
const whole: ListingInput = {
  pageItems,
  pageFilters: NO_FILTERS,
  page: 1,
  pageTotal: 2,
  total: 2,
  fetched: undefined,
  search: undefined,
  error: null,
  filters: NO_FILTERS,
  limit: 24,
}
/** The first page of a catalogue of several. */
const first = { ...whole, pageTotal: 200, total: 200 }
const second = { ...first, page: 2 }
const large = { ...whole, pageTotal: 10_000, total: 10_000 }
const bags = { ...NO_FILTERS, category: 'bags' }
const watches = { ...NO_FILTERS, category: 'watches' }
const unknown = { ...NO_FILTERS, search: 'no such product' }
const error = messages.products.fetchFailed

const viewOf = (input: ListingInput) => toListingView(input, findProducts(input))
const slugsOf = (input: ListingInput) => {
  const view = viewOf(input)
  return view.kind === 'grid' ? view.list.map(({ slug }) => slug) : view.kind
}

describe('toListingView', () => {
  test.each<[string, Partial<ListingInput>, string[] | string]>([
    ['the static page, until the API has answered', {}, ['one', 'two']],
    ['no static page of other filters', { filters: bags }, 'loading'],
    [
      'no page of several that is filtered',
      { filters: { ...NO_FILTERS, colour: ['Red'] } },
      'loading',
    ],
    ['the list of the API', { fetched: [item('three'), ...items] }, ['three', 'one', 'two']],
    ['that the list of the API is empty', { fetched: [] }, 'empty'],
    ['what is left of the list of the API', { ...first, filters: bags, fetched: items }, ['one']],
    ['a category that has none', { fetched: items, filters: watches }, 'empty'],
    ['a search whose index is loading', { fetched: items, filters: unknown }, 'loading'],
    [
      'a search whose index has failed',
      { fetched: items, filters: unknown, search: null },
      'error',
    ],
    [
      'facets whose index has failed',
      { fetched: items, filters: { ...NO_FILTERS, colour: ['Gold'] }, search: null },
      'error',
    ],
    [
      'a large catalogue whose index has failed',
      { ...large, filters: bags, search: null },
      'error',
    ],
    [
      'a category that has none, whatever the index',
      { fetched: items, filters: watches, search: null },
      'empty',
    ],
    [
      'what a search finds without its index',
      { fetched: items, filters: { ...NO_FILTERS, search: 'one' }, search: null },
      ['one'],
    ],
    ['a failed fetch with nothing left', { ...first, filters: bags, error }, 'error'],
    ['a failed search', { filters: unknown, error }, 'error'],
    ['a large catalogue without its index', { ...large, filters: bags }, 'loading'],
  ])('shows %s', (_, input, expected) => {
    expect(slugsOf({ ...whole, ...input })).toEqual(expected)
  })

  test('keeps the objects of the products whose cards show the same, so that these are kept', () => {
    const view = viewOf({ ...whole, fetched: [item('one'), { ...item('two'), price: 2 }] })
    expect(view).toMatchObject({ list: [{ item: pageItems[0] }, { item: { price: 2 } }] })
    expect(view.kind === 'grid' && view.list[0]?.item).toBe(pageItems[0])
  })

  test('shows a failed fetch as a warning above the known products', () => {
    const more = { ...large, limit: 48, search: null }
    for (const input of [{ ...whole, error }, { ...first, error }, more])
      expect(viewOf(input)).toMatchObject({ kind: 'grid', warning: error })
  })

  test('shows the page of a category as it was built', () => {
    const input = { ...first, pageFilters: bags, filters: bags, pageTotal: 70 }
    expect(viewOf(input)).toMatchObject({ count: 70, paged: false })
    expect(slugsOf({ ...input, fetched: items })).toEqual(['one'])
  })

  test('shows a later page as it was built', () => {
    const view = viewOf({ ...second, fetched: [item('other')] })
    expect(view).toMatchObject({
      list: [{ slug: 'one' }, { slug: 'two' }],
      count: 200,
      paged: true,
    })
  })

  test('shows what the server found for an address without JavaScript', () => {
    const filters = { ...NO_FILTERS, search: 'one' }
    const found = { ...whole, filters, pageFilters: filters, pageTotal: 1 }
    const [titled, meant] = pageItems.map((item) => [item])
    expect(
      viewOf({ ...found, pageItems: titled ?? [], pageAlso: meant, pageAlsoCount: 30 }),
    ).toMatchObject({ list: [{ slug: 'one' }], also: [{ slug: 'two' }], count: 1, alsoCount: 30 })
    expect(slugsOf({ ...found, pageItems: [], pageTotal: 0 })).toBe('empty')
  })

  test('suggests a search where this one finds nothing, and nothing else filters', () => {
    const search = openSearchOf(item('emerald'))
    const filters = { ...NO_FILTERS, search: 'emeraldine' }
    const input = { ...whole, fetched: [], search, filters }
    expect(viewOf(input)).toEqual({ kind: 'empty', nearest: 'emerald' })
    expect(viewOf({ ...input, filters: { ...filters, category: 'bags' } })).toEqual({
      kind: 'empty',
      nearest: null,
    })
  })

  test('limits the shown products and counts all', () => {
    const fetched = Array.from({ length: 100 }, (_, index) => item(`p${index}`))
    expect(viewOf({ ...whole, fetched })).toMatchObject({ count: 100 })
    expect(slugsOf({ ...whole, fetched })).toHaveLength(24)
  })

  test('adds what the search term means below the title matches', () => {
    const fetched = [item('one', 'bags'), item('bag of silk', 'shoes')]
    const search = openSearchOf(...fetched)
    const filters = { ...NO_FILTERS, search: 'bag' }
    expect(viewOf({ ...whole, fetched, search, filters })).toMatchObject({
      list: [{ slug: 'bag of silk' }],
      also: [{ slug: 'one' }],
      count: 1,
      alsoCount: 1,
    })
  })

  test('filters the list of the API by the facets of the index', () => {
    const fetched = [item('one'), { ...item('red'), stock: 0 }, { ...item('new'), stock: 0 }]
    const colour = { options: [], variant: { Colour: 'Red' } }
    const search = openSearchOf(item('one'), { ...item('red'), ...colour })
    const input = { ...whole, fetched, search }
    const red = { ...NO_FILTERS, colour: ['Red'] }
    expect(viewOf({ ...input, filters: red })).toMatchObject({
      list: [{ slug: 'red', item: { title: 'red', stock: 0 } }],
      count: 1,
    })
    const inStock = { ...NO_FILTERS, availability: ['in-stock'] }
    expect(slugsOf({ ...input, filters: inStock })).toEqual(['one'])
  })

  test('filters a large catalogue by its index, and fetches cards as they are shown', () => {
    const late = item('late')
    const input = { ...large, filters: bags, search: openSearchOf(item('one'), late) }
    expect(viewOf(input)).toMatchObject({
      list: [
        { slug: 'one', item: pageItems[0] },
        { slug: 'late', item: undefined },
      ],
    })
    expect(viewOf({ ...input, fetched: [late] })).toMatchObject({
      list: [{ slug: 'one' }, { slug: 'late', item: { title: 'late' } }],
    })
  })
})

test.each([
  ['the first page', true, false, first],
  ['a later page', false, false, second],
  ['a later page with filters', true, false, { ...second, filters: bags }],
  ['a search', true, true, { ...first, filters: unknown }],
  ['a large catalogue', false, false, large],
  ['more of a large catalogue', false, true, { ...large, limit: 48 }],
  ['a large catalogue with filters', false, true, { ...large, filters: bags }],
])('%s needs the list of the API: %s, and the search index: %s', (_, list, index, input) => {
  expect([needsFetch(input), needsSearchIndex(input)]).toEqual([list, index])
})
