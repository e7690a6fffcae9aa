import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogListItem } from '#src/contract/editor.ts'
import {
  COLUMNS,
  countCategories,
  createProductSearch,
  DEFAULT_VIEW,
  filterProducts,
  ISSUES,
  isFiltered,
  parseView,
  SORTS,
  STATES,
  STOCKS,
  sortProducts,
  toSearch,
  type View,
} from '#src/studio/products/view.ts'

const createItem = (given: Partial<CatalogListItem> & { slug: string }): CatalogListItem => ({
  id: given.slug,
  title: `The ${given.slug}`,
  category: 'watches',
  price: 100,
  listPrice: 100,
  stock: 10,
  archived: false,
  unpublished: false,
  revision: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  thumbnail: '',
  pictureCount: 3,
  missingAltCount: 0,
  brokenRelated: [],
  hasVariants: false,
  ...given,
})

const view = (given: Partial<View>): View => ({ ...DEFAULT_VIEW, state: 'all', ...given })
const slugs = (items: CatalogListItem[]) => items.map(({ slug }) => slug)

const items = [
  createItem({ slug: 'blue-vase', title: 'Blue Vase 10', price: 300, category: 'bags', stock: 0 }),
  createItem({ slug: 'red-vase', title: 'Red Vase 2', price: 100, listPrice: 150, stock: 2 }),
  createItem({ slug: 'old-ring', title: 'Ring', archived: true, pictureCount: 0 }),
  createItem({
    slug: 'ring',
    title: 'The Ária Ring',
    unpublished: true,
    missingAltCount: 1,
    brokenRelated: ['old-ring'],
  }),
]

describe('a view of the list', () => {
  test.each<[Partial<View>, string[]]>([
    [{ search: 'VASE re' }, ['red-vase']],
    [{ search: 'old-r' }, ['old-ring']],
    [{ search: 'vasé' }, ['blue-vase', 'red-vase']],
    [{ search: 'aria' }, ['ring']],
    [{ search: 'blue vaes' }, ['blue-vase']],
    [{ search: 'blue umbrella' }, []],
    [{ category: 'bags' }, ['blue-vase']],
    [{ state: 'on-sale' }, ['blue-vase', 'red-vase', 'ring']],
    [{ state: 'archived' }, ['old-ring']],
    [{ state: 'unpublished' }, ['ring']],
    [{ stock: 'out' }, ['blue-vase']],
    [{ stock: 'low' }, ['red-vase']],
    [{ stock: 'in' }, ['red-vase', 'old-ring', 'ring']],
    [{ reduced: true }, ['red-vase']],
    [{ issue: 'no-picture' }, ['old-ring']],
    [{ issue: 'missing-alt' }, ['ring']],
    [{ issue: 'broken-related' }, ['ring']],
  ])('filters by %o', (given, expected) => {
    const find = createProductSearch(filterProducts(items, view(given)))
    expect(slugs(find(given.search ?? ''))).toEqual(expected)
  })

  test('finds the same after any search before', () => {
    const search = fc.array(fc.constantFrom('r', 'e', 'i', 'ring', 'vase', 'Á', ' ', '-'), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(search, search, (before, after) => {
        const find = createProductSearch(items)
        find(before.join(''))
        expect(find(after.join(''))).toEqual(createProductSearch(items)(after.join('')))
      }),
    )
  })

  test('sorts titles by their numbers, keeps the order of the shop for equal values, and reverses', () => {
    expect(slugs(sortProducts(items, { sort: 'title', descending: false }))).toEqual([
      'blue-vase',
      'red-vase',
      'old-ring',
      'ring',
    ])
    expect(slugs(sortProducts(items, { sort: 'price', descending: true }))[0]).toBe('blue-vase')
    expect(slugs(sortProducts(items, { sort: 'position', descending: true }))).toEqual(
      slugs(items).reverse(),
    )
  })

  test('survives the address', () => {
    const anyView = fc.record<View>({
      search: fc.string().map((text) => text.trim()),
      category: fc.string(),
      state: fc.constantFrom(...STATES),
      stock: fc.constantFrom(...STOCKS),
      issue: fc.constantFrom(...ISSUES),
      reduced: fc.boolean(),
      sort: fc.constantFrom(...SORTS),
      descending: fc.boolean(),
      hidden: fc.subarray([...COLUMNS]),
    })
    fc.assert(
      fc.property(anyView, (one) => {
        expect(parseView(toSearch(one))).toEqual(one)
      }),
    )
  })

  test('reads any address, and only a filter counts as one', () => {
    expect(parseView('?state=nonsense&sort=-&hide=x,price')).toEqual({
      ...DEFAULT_VIEW,
      descending: true,
      hidden: ['price'],
    })
    expect(isFiltered(parseView('?sort=-price&hide=stock'))).toBe(false)
    expect(isFiltered(parseView('?stock=low'))).toBe(true)
  })

  test('counts categories, the largest first', () => {
    expect(countCategories(items)).toEqual([
      ['watches', 3],
      ['bags', 1],
    ])
  })
})
