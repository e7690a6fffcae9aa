import { describe, expect, test } from 'vitest'
import { createRandom } from '#scripts/catalog/random.ts'
import type { Product, SiteRecord } from '#src/contract/catalog.ts'
import { describeFeedFaults } from '#src/publish/plan/feed-faults.ts'
import { createSitePages, type Page, type SitePages, toFileName } from '#src/publish/plan/pages.ts'
import { type PlannedPages, planPages } from '#src/publish/plan/plan.ts'
import { toVersioned, type VersionedCatalog } from '#src/publish/plan/versions.ts'
import { describeBytes, type ReleaseFile } from '#src/publish/release/release-files.ts'
import { product } from '../unit/rules/product.ts'

const PATTERNS = [
  '/',
  '/about',
  '/shop',
  '/shop/[...name]',
  '/product/[slug]',
  '/product/[slug].md',
  '/search-index.json',
  '/feeds/new.atom',
]

const routes = PATTERNS.map((pattern) => {
  const params = pattern.includes('[') ? ['key'] : []
  return { pattern, params, isPage: !/\.\w+$/.test(pattern) }
})

const toCatalog = (products: Product[], content: SiteRecord[] = []): VersionedCatalog =>
  toVersioned({ products, revision: 1, moved: {}, movedCategories: {}, gone: [], content })

/** A page that prints what it shows. */
function renderPage(page: Page, state: SitePages): ReleaseFile {
  const { version } = page
  const shown = JSON.stringify(state.listInputs(page))
  const deferrableVersion = state.getDeferrableVersion(page)
  return { ...describeBytes(toFileName(page), Buffer.from(shown)), version, deferrableVersion }
}

const createProduct = (at: number): Product => ({
  ...product,
  ...{ id: `id-${at}`, slug: `product-${at}`, category: at % 2 === 0 ? 'watches' : 'bags' },
  relatedProducts: [],
})

/** Catalogues of which each has an edit more than the one before. */
function* makeEdits(count: number): Generator<Product[]> {
  const { whole } = createRandom(3)
  let products = Array.from({ length: 120 }, (_, at) => createProduct(at))
  for (let edit = 0; edit < count; edit++) {
    const at = whole(0, products.length - 1)
    const named = products[whole(0, products.length - 1)] ?? product
    const { id, slug, title, price } = named
    const changes: Partial<Product>[] = [
      { price: edit + 1 },
      { title: `Title ${edit}` },
      { category: 'shoes' },
      { slug: `renamed-${edit}` },
      { relatedProducts: [{ id, slug, title, price, image: '', reason: '' }] },
    ]
    const kind = whole(0, changes.length + 1)
    if (kind === changes.length) products = [...products, createProduct(1_000 + edit)]
    else if (kind > changes.length) products = products.toSpliced(at, 1)
    else
      products = products.map((one, position) =>
        position === at ? { ...one, ...changes[kind] } : one,
      )
    // Some publishes are of a catalogue whose objects are all new.
    yield edit % 7 === 0 ? structuredClone(products) : products
  }
}

test('renders after each of 200 edits the pages that show something else, and some of them later', () => {
  let live: PlannedPages = { files: new Map(), pages: 0, groups: {} }
  const { whole } = createRandom(5)
  for (const products of makeEdits(200)) {
    const state = createSitePages(routes, toCatalog(products))
    const pages = [...state.listPages()]
    const expected = pages.map((page) => renderPage(page, state))
    const publish = (maxDeferrable: number) => {
      const plan = planPages(state, live, maxDeferrable)
      const files = new Map(live.files)
      for (const path of plan.removed) files.delete(path)
      for (const page of plan.changed) files.set(page.path, renderPage(page, state))
      live = { ...plan, files }
      expect([...files.keys()].sort()).toEqual(pages.map(({ path }) => path).sort())
      return plan
    }
    const isOld = ({ etag }: ReleaseFile, at: number) =>
      live.files.get(pages[at]?.path ?? '')?.etag !== etag
    const first = publish([0, 2][whole(0, 1)] ?? 0)
    const left = pages.filter((_, at) => expected[at] && isOld(expected[at], at))
    for (const { path } of left)
      expect(path).toMatch(/^\/(?:search-index\.json|feeds\/new\.atom|shop\/(?:.*\/)?\d+)$/)
    if (left.length > 0) expect(first.deferred).toBe(true)
    // An editor publishes something else before the rest follows.
    if (whole(0, 4) === 0) continue
    expect(publish(Number.POSITIVE_INFINITY).deferred).toBe(false)
    expect(expected.filter(isOld)).toEqual([])
    expect(publish(Number.POSITIVE_INFINITY).changed).toEqual([])
  }
})

describe('30 products in two categories', () => {
  const every = [
    ...routes,
    ...['/llms.txt', '/sitemap-index.xml', '/sitemap-[part].xml', '/feeds/google-[part].xml'].map(
      (pattern) => ({ pattern, params: pattern.includes('[') ? ['part'] : [], isPage: false }),
    ),
  ]
  const products = Array.from({ length: 30 }, (_, at) => createProduct(at))
  const state = createSitePages(every, toCatalog(products))
  const pages = [...state.listPages()]
  const others = pages.filter(({ path }) => !path.startsWith('/product/'))
  const toPaths = (pages: Page[]) => pages.map(({ path }) => path)

  test('have these pages, in files of these names', () => {
    expect(others.map((page) => [page.path, toFileName(page)])).toEqual([
      ['/', 'index.html'],
      ['/about', 'about.html'],
      ['/shop', 'shop.html'],
      ['/shop/2', 'shop/2.html'],
      ['/shop/watches', 'shop/watches.html'],
      ['/shop/bags', 'shop/bags.html'],
      ['/search-index.json', 'search-index.json'],
      ['/feeds/new.atom', 'feeds/new.atom'],
      ['/llms.txt', 'llms.txt'],
      ['/sitemap-index.xml', 'sitemap-index.xml'],
      ['/sitemap-0.xml', 'sitemap-0.xml'],
      ['/sitemap-1.xml', 'sitemap-1.xml'],
      ['/feeds/google-0.xml', 'feeds/google-0.xml'],
    ])
    const slugs = products.map(({ slug }) => slug)
    expect(toPaths(pages).filter((path) => path.startsWith('/product/'))).toEqual([
      ...slugs.map((slug) => `/product/${slug}`),
      ...slugs.map((slug) => `/product/${slug}.md`),
    ])
  })

  const { groups } = planPages(state, undefined, 0)
  const files = new Map(pages.map((page) => [page.path, renderPage(page, state)]))
  const live = { files, pages: files.size, groups }
  const plan = (changed: Product[], maxDeferrable: number) =>
    planPages(createSitePages(every, toCatalog(changed)), live, maxDeferrable)

  test('of which a price changes these at once, and feeds and search later', () => {
    // The newest are on the home page.
    const changed = products.with(29, { ...createProduct(29), price: 7 })
    const now = ['/shop/2', '/shop/bags', '/product/product-29', '/product/product-29.md']
    const later = ['/search-index.json', '/feeds/new.atom', '/sitemap-1.xml', '/feeds/google-0.xml']
    const first = plan(changed, 0)
    expect(first.deferred).toBe(true)
    expect(toPaths(first.changed).filter((path) => path !== '/')).toEqual(now)
    const rest = toPaths(plan(changed, Number.POSITIVE_INFINITY).changed)
    expect(rest.filter((path) => !['/', ...now].includes(path))).toEqual(
      later.filter((path) => rest.includes(path)),
    )
    expect(rest).toContain('/search-index.json')
    expect(rest).toContain('/feeds/google-0.xml')
  })

  test('of which a new product changes the numbers of later pages of the listing later', () => {
    const changed = [...products, { ...createProduct(31), category: 'bags' }]
    const first = toPaths(plan(changed, 0).changed)
    expect(first).toContain('/shop')
    expect(first).toContain('/shop/watches')
    const one = plan(changed, 1)
    expect(one.deferred).toBe(true)
    expect(one.changed).toHaveLength(first.length + 1)
  })

  test.each([
    ['about', ['/about']],
    ['home', ['/']],
    ['category:bags', ['/shop/bags']],
    ['footer', pages.filter(({ route }) => route.isPage).map(({ path }) => path)],
  ])('of which the record %s changes the pages that show it', (id, expected) => {
    const body = { featured: { products: [] } }
    const changed = createSitePages(every, toCatalog(products, [{ id, version: '1', body }]))
    const planned = planPages(changed, live, Number.POSITIVE_INFINITY)
    expect(toPaths(planned.changed)).toEqual(expected)
  })

  test('need no page when nothing has changed', () => {
    const nothing = { changed: [], deferred: false, removed: [], pages: pages.length, groups }
    expect(plan(structuredClone(products), 0)).toEqual(nothing)
    expect(plan(products, Number.POSITIVE_INFINITY)).toEqual(nothing)
    expect(planPages(state, undefined, Number.POSITIVE_INFINITY).changed).toEqual(pages)
  })

  test('that search engines reject are named, ten at most', () => {
    const { index } = toCatalog(products.map((given) => ({ ...given, pictures: [], images: [] })))
    const sentences = describeFeedFaults(pages, index)
    expect(sentences).toHaveLength(11)
    expect(sentences[0]).toMatch(
      /^\/product\/product-0 .+: it has no structured data, and no feed lists it\.$/,
    )
    expect(sentences.at(-1)).toMatch(/^\d+ more products are in no feed\.$/)
    expect(describeFeedFaults(pages.slice(0, 3), index)).toEqual([])
    const few = pages.filter(({ path }) => path === '/product/product-3')
    expect(describeFeedFaults(few, index)).toHaveLength(1)
  })
})

test('a route with a parameter that the publisher does not know is refused', () => {
  const unknown = { pattern: '/story/[name]', params: ['name'], isPage: true }
  expect(() => [...createSitePages([unknown], toCatalog([])).listPages()]).toThrow(
    'The publisher does not know the pages of /story/[name]: name them in src/publish/plan/pages.ts.',
  )
})
