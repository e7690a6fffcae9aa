import { describe, expect, test } from 'vitest'
import type { CatalogListItem } from '#src/contract/editor.ts'
import {
  countCategories,
  createProductSearch,
  filterProducts,
  isFiltered,
  PRODUCTS,
  sortProducts,
  type View,
} from '#src/studio/product-list/view.ts'

const createItem = (overrides: Partial<CatalogListItem> & { slug: string }): CatalogListItem => ({
  id: overrides.slug,
  title: `The ${overrides.slug}`,
  category: 'watches',
  price: 100,
  listPrice: 100,
  stock: 10,
  available: overrides.stock ?? 10,
  archived: false,
  unpublished: false,
  revision: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  thumbnail: '',
  pictureCount: 3,
  missingAltCount: 0,
  brokenRelated: [],
  hasVariants: false,
  codes: '',
  ...overrides,
})

const view = (overrides: Partial<View>): View => ({ ...PRODUCTS.first, state: 'all', ...overrides })
const slugs = (items: CatalogListItem[]) => items.map(({ slug }) => slug)

const items = [
  createItem({ slug: 'blue-vase', title: 'Blue Vase 10', price: 300, category: 'bags', stock: 0 }),
  createItem({ slug: 'red-vase', title: 'Red Vase 2', price: 100, listPrice: 150, stock: 2 }),
  createItem({
    slug: 'old-ring',
    title: 'Ring',
    archived: true,
    pictureCount: 0,
    id: '41e9ba8daaf4',
    codes: 'KV-00077 4006381333931',
  }),
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
    [{ search: 'kv-00077' }, ['old-ring']],
    [{ search: '4006381333931' }, ['old-ring']],
    [{ search: 'KV 00077' }, ['old-ring']],
    [{ search: 'kv00077' }, ['old-ring']],
    [{ search: '4 006381 333931' }, ['old-ring']],
    [{ search: 'SKU: KV\u201100077' }, ['old-ring']],
    [{ search: 'https://kairavi.example/product/blue-vase?a=b' }, ['blue-vase']],
    [{ search: '₹300' }, ['blue-vase']],
    [{ search: '“blue  vases”' }, ['blue-vase']],
    [{ search: '41e9ba8daaf4' }, ['old-ring']],
    [{ search: '41e9' }, []],
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
  ])('filters by %o', (input, expected) => {
    const find = createProductSearch(filterProducts(items, view(input)))
    expect(slugs(find(input.search ?? ''))).toEqual(expected)
  })

  test('finds the same after any search before', () => {
    const find = createProductSearch(items)
    for (const text of ['v', 'va', 'vase', 'vase r', 'a', 'ri', 'ring', ''])
      expect(find(text), text).toEqual(createProductSearch(items)(text))
  })

  test('sorts titles by their numbers, keeps the order of the shop for equal values, and reverses', () => {
    const sort = (order: View['sort']) => slugs(sortProducts(items, order)).join(' ')
    expect(sort('title')).toBe('blue-vase red-vase old-ring ring')
    expect(sort('-price')).toMatch(/^blue-vase /)
    expect(sort('-position')).toBe('ring old-ring red-vase blue-vase')
  })

  test.each<Partial<View>>([
    { search: 'a & b=c', category: 'bags', reduced: true, hide: ['price', 'stock'] },
    { state: 'archived', stock: 'low', issue: 'no-picture', sort: '-price' },
  ])('survives the address: %o', (input) => {
    expect(PRODUCTS.parse(PRODUCTS.toQuery(view(input)))).toEqual(view(input))
  })

  test('reads any address, and only a filter counts as one', () => {
    expect(PRODUCTS.parse('?state=nonsense&sort=-&hide=x,price')).toEqual({
      ...PRODUCTS.first,
      hide: ['price'],
    })
    expect(isFiltered(PRODUCTS.parse('?sort=-price&hide=stock'))).toBe(false)
    expect(isFiltered(PRODUCTS.parse('?stock=low'))).toBe(true)
  })

  test('counts categories, the largest first', () => {
    expect(countCategories(items).join(' ')).toBe('watches,3 bags,1')
  })
})
