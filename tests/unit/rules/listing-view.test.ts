import { describe, expect, test } from 'vitest'
import type { ListingItem } from '#src/contract/catalog.ts'
import { NO_FILTERS } from '#src/rules/listing.ts'
import { needsFetch, toListingView } from '#src/rules/listing-view.ts'
import { messages } from '#src/rules/messages.ts'

const item = (slug: string, category = 'bags'): ListingItem => ({
  id: slug,
  slug,
  title: slug,
  price: 1,
  actualPrice: 1,
  images: [],
  pictures: [],
  category,
  tagline: '',
  variant: {},
  stock: 1,
  publishedAt: '2026-01-01T00:00:00.000Z',
})

const pageItems = [item('one'), item('two', 'shoes')]
const whole = {
  pageItems,
  total: 2,
  fetched: undefined,
  error: null,
  filters: NO_FILTERS,
  limit: 96,
}
/** The first page of a larger catalogue. */
const part = { ...whole, total: 200 }
const bags = { ...NO_FILTERS, category: 'bags' }
const error = messages.products.fetchFailed

const slugsOf = (view: ReturnType<typeof toListingView>) =>
  view.kind === 'grid' ? view.items.map(({ slug }) => slug) : view.kind

describe('toListingView', () => {
  test('shows the static page until the API has answered, with the filters applied', () => {
    expect(slugsOf(toListingView(whole))).toEqual(['one', 'two'])
    expect(slugsOf(toListingView({ ...whole, filters: bags }))).toEqual(['one'])
  })

  test('replaces the static page by the list of the API', () => {
    const fetched = [item('three'), ...pageItems]
    expect(slugsOf(toListingView({ ...whole, fetched }))).toEqual(['three', 'one', 'two'])
    expect(toListingView({ ...whole, fetched })).toMatchObject({ count: 3, paged: false })
    expect(slugsOf(toListingView({ ...whole, fetched: [] }))).toBe('empty')
  })

  test('shows a failed fetch as a warning above the known products', () => {
    expect(toListingView({ ...whole, error })).toMatchObject({ kind: 'grid', warning: error })
  })

  test('is loading when a page of a larger catalogue is filtered', () => {
    expect(slugsOf(toListingView({ ...part, filters: bags }))).toBe('loading')
    expect(slugsOf(toListingView({ ...part, filters: bags, fetched: pageItems }))).toEqual(['one'])
  })

  test('is an error when a fetch failed and nothing is left to show', () => {
    expect(toListingView({ ...part, filters: bags, error })).toEqual({
      kind: 'error',
      message: error,
    })
    const noMatch = { ...NO_FILTERS, search: 'no such product' }
    expect(slugsOf(toListingView({ ...whole, filters: noMatch, error }))).toBe('error')
  })

  test('is empty when nothing is found', () => {
    expect(
      slugsOf(toListingView({ ...whole, filters: { ...NO_FILTERS, category: 'watches' } })),
    ).toBe('empty')
  })

  test('shows an unfiltered page of a larger catalogue without a fetch', () => {
    expect(toListingView({ ...part, fetched: [item('other')] })).toMatchObject({
      items: pageItems,
      count: 200,
      paged: true,
    })
    expect(needsFetch(part)).toBe(false)
    expect(needsFetch({ ...part, filters: bags })).toBe(true)
    expect(needsFetch(whole)).toBe(true)
  })

  test('limits the shown products and counts all', () => {
    const fetched = Array.from({ length: 100 }, (_, at) => item(`p${at}`))
    const view = toListingView({ ...whole, fetched })
    expect(view).toMatchObject({ count: 100 })
    expect(slugsOf(view)).toHaveLength(96)
  })
})
