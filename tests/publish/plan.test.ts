import { describe, expect, test } from 'vitest'
import type { Product, SiteRecord } from '#src/contract/catalog.ts'
import { describeFeedErrors } from '#src/publish/plan/feed-errors.ts'
import {
  createSitePages,
  listRecords,
  type Page,
  type SitePages,
  toFileName,
} from '#src/publish/plan/pages.ts'
import { type PlannedPages, planPages } from '#src/publish/plan/plan.ts'
import { toVersioned, type VersionedCatalog } from '#src/publish/plan/versions.ts'
import { describeBytes, type ReleaseFile } from '#src/publish/release/release-files.ts'
import { product } from '../unit/rules/product.ts'

const ALL = Number.POSITIVE_INFINITY

const toRoute = (pattern: string) => ({
  pattern,
  params: pattern.includes('[') ? ['key'] : [],
  isPage: !/\.\w+$|^\/\./.test(pattern),
})
const routes = [
  ...['/', '/about', '/shop', '/shop/[...name]', '/collections/[...name]', '/product/[slug]'],
  '/pages/[name]',
  ...['/product/[slug].md', '/search-index.json', '/feeds/new.atom', '/llms.txt'],
  ...['/sitemap-index.xml', '/sitemap-[part].xml', '/feeds/google-[part].xml'],
  ...['/shop/[name].md', '/.well-known/ucp'],
].map(toRoute)

const toCatalog = (products: Product[], content: SiteRecord[] = []): VersionedCatalog =>
  toVersioned({ products, revision: 1, moved: {}, movedCategories: {}, gone: [], content })

/** A page that prints what it shows. */
function renderPage(page: Page, state: SitePages): ReleaseFile {
  const { version } = page
  const shown = JSON.stringify(state.listInputs(page))
  const deferrableVersion = state.getDeferrableVersion(page)
  return { ...describeBytes(toFileName(page), Buffer.from(shown)), version, deferrableVersion }
}

const createSite = async (catalog: VersionedCatalog) => {
  const state = createSitePages(routes, catalog)
  return { ...state, pages: [...state.listPages()] }
}
type Site = Awaited<ReturnType<typeof createSite>>

/** What a release of the site knows of its pages. */
const toLive = async (site: Site): Promise<PlannedPages> => ({
  files: new Map(site.pages.map((page) => [page.path, renderPage(page, site)])),
  pages: site.pages.length,
  groups: (await planPages(site, undefined, 0)).groups,
})
const toPaths = (pages: Page[]) => pages.map(({ path }) => path)

const createProduct = (index: number): Product => ({
  ...product,
  id: `id-${index}`,
  slug: `product-${index}`,
  category: index % 2 === 0 ? 'watches' : 'bags',
  // The last one is the newest.
  publishedAt: new Date(index * 1_000).toISOString(),
  relatedProducts: [],
})
const relateTo = ({ id, slug, title, price }: Product): Pick<Product, 'relatedProducts'> => ({
  relatedProducts: [{ id, slug, title, price, image: '', reason: '' }],
})

const FIRST = Array.from({ length: 120 }, (_, index) => createProduct(index))
const edit = (change: Partial<Product>) => FIRST.with(3, { ...createProduct(3), ...change })

test.each<[what: string, products: Product[]]>([
  ['a price', edit({ price: 7 })],
  ['a title', edit({ title: 'Another' })],
  ['another category', edit({ category: 'shoes' })],
  ['a slug', edit({ slug: 'renamed' })],
  ['a related product', edit(relateTo(createProduct(40)))],
  ['a new product', [...FIRST, createProduct(1_000)]],
  ['a product less', FIRST.toSpliced(20, 1)],
  ['no product at all', []],
  ['a catalogue whose objects are all new', structuredClone(FIRST)],
])(
  'renders after %s the pages that show something else, and some of them later',
  async (_, products) => {
    let live = await toLive(await createSite(toCatalog(FIRST)))
    const state = await createSite(toCatalog(products))
    const { files: expected } = await toLive(state)
    const publish = async (maxDeferrable: number) => {
      const plan = await planPages(state, live, maxDeferrable)
      const files = new Map(live.files)
      for (const path of plan.removed) files.delete(path)
      for (const page of plan.changed) files.set(page.path, renderPage(page, state))
      expect([...files.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
      live = { ...plan, files }
      return plan
    }
    const listOld = () =>
      [...expected].filter(([path, { etag }]) => live.files.get(path)?.etag !== etag)
    for (const maxDeferrable of [0, 2]) {
      const { deferred } = await publish(maxDeferrable)
      const left = listOld()
      for (const [path] of left)
        expect(path).toMatch(
          /^\/(?:search-index\.json|feeds\/.+|sitemap-.+|shop\/(?:.*\/)?\d+|shop\/\w+\.md)$/,
        )
      if (left.length > 0) expect(deferred).toBe(true)
    }
    expect((await publish(ALL)).deferred).toBe(false)
    expect(listOld()).toEqual([])
    expect((await publish(ALL)).changed).toEqual([])
  },
)

const first120 = await toLive(await createSite(toCatalog(FIRST)))

describe('120 products in two categories', () => {
  const plan = async (changed: Product[], maxDeferrable: number) =>
    planPages(await createSite(toCatalog(changed)), first120, maxDeferrable)
  const later = [
    ...['/search-index.json', '/feeds/new.atom', '/sitemap-1.xml', '/feeds/google-0.xml'],
    '/shop/bags.md',
  ]

  test('of which a price changes pages at once, and feeds and search later', async () => {
    const changed = FIRST.with(119, { ...createProduct(119), price: 7 })
    const now = ['/', '/shop/5', '/shop/bags/3', '/product/product-119', '/product/product-119.md']
    const first = await plan(changed, 0)
    expect([first.deferred, toPaths(first.changed)]).toEqual([true, now])
    expect(toPaths((await plan(changed, ALL)).changed)).toEqual([...now, ...later])
    const some = await plan(changed, later.length - 1)
    expect([some.deferred, some.changed.length]).toEqual([true, now.length + later.length - 1])
    expect((await plan(changed, later.length)).deferred).toBe(false)
  })

  test('of which a new one changes the numbers of later pages of the listing later', async () => {
    const changed = [...FIRST, { ...createProduct(121), category: 'bags' }]
    const now = ['/', '/shop', '/shop/6', '/shop/watches', '/shop/bags', '/shop/bags/3']
    const first = toPaths((await plan(changed, 0)).changed)
    expect(first).toEqual([...now, '/product/product-121', '/product/product-121.md'])
  })

  test.each([
    ['shop', ['/shop'], ['/shop/2', '/shop/3', '/shop/4', '/shop/5']],
    ['category:bags', ['/shop/bags'], ['/shop/bags/2', '/shop/bags/3']],
    ['collection:new', ['/collections/new'], ['/collections/new/2', '/collections/new/3']],
  ])(
    'of which a text of %s changes the first page at once, the others later',
    async (id, now, later) => {
      const rule = { only: 'all', category: 'bags', colour: '' }
      const body = { rule, products: [] }
      const create = (version: string) => createSite(toCatalog(FIRST, [{ id, version, body }]))
      const before = await toLive(await create('1'))
      const after = await create('2')
      const first = await planPages(after, before, 0)
      expect([toPaths(first.changed), first.deferred]).toEqual([now, true])
      const all = await planPages(after, before, ALL)
      expect(toPaths(all.changed).filter((path) => !now.includes(path))).toEqual(later)
    },
  )
})

const products = Array.from({ length: 30 }, (_, index) => createProduct(index))
const state = await createSite(toCatalog(products))
const live = await toLive(state)

describe('30 products in two categories', () => {
  const plan = async (changed: Product[], maxDeferrable: number) =>
    planPages(await createSite(toCatalog(changed)), live, maxDeferrable)

  test('have these pages, in files of these names', () => {
    const others = state.pages.filter(({ path }) => !path.startsWith('/product/'))
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
      ['/shop/watches.md', 'shop/watches.md'],
      ['/shop/bags.md', 'shop/bags.md'],
      ['/.well-known/ucp', '.well-known/ucp'],
    ])
    const slugs = products.map(({ slug }) => slug)
    expect(toPaths(state.pages).filter((path) => path.startsWith('/product/'))).toEqual([
      ...slugs.map((slug) => `/product/${slug}`),
      ...slugs.map((slug) => `/product/${slug}.md`),
    ])
  })

  test('of which a price changes these at once, also in feeds and search', async () => {
    const changed = products.with(29, { ...createProduct(29), price: 7 })
    const pages = ['/', '/shop/2', '/shop/bags', '/product/product-29', '/product/product-29.md']
    const feeds = ['/search-index.json', '/feeds/new.atom', '/sitemap-1.xml', '/feeds/google-0.xml']
    const now = [...pages, ...feeds, '/shop/bags.md']
    expect(toPaths((await plan(changed, 0)).changed)).toEqual(now)
    expect(toPaths((await plan(changed, ALL)).changed)).toEqual(now)
  })

  test('of which a new one changes the numbers of a list', async () => {
    // The second page of the listing has no other products, but other numbers.
    const shoes = [{ ...createProduct(31), category: 'shoes' }, ...products]
    expect(toPaths((await plan(shoes, 0)).changed)).toContain('/shop/watches')
  })

  test('of which one is related to another changes its own page, and no list', async () => {
    const related = products.with(3, { ...createProduct(3), ...relateTo(createProduct(4)) })
    const source = { revision: 1, moved: {}, movedCategories: {}, gone: [], content: [] }
    // As the API's reader has them: the product's own version, then those of the related ones.
    const toVersions = (of: string) =>
      new Map(products.map(({ slug }) => [slug, slug === 'product-3' ? `1 ${of}` : '1']))
    const createVersion = (of: string) =>
      createSite(toVersioned({ ...source, products: related, versions: toVersions(of) }))
    const before = await toLive(await createVersion('1'))
    const { changed } = await planPages(await createVersion('2'), before, ALL)
    // Its Markdown shows no related product.
    expect(toPaths(changed)).toEqual(['/product/product-3'])
  })

  /** The path of a page: all others end with a suffix. */
  const PAGE = /^[^.]*$/

  test.each([
    ['about', /^\/about$/],
    ['home', /^\/$/],
    ['shop', /^\/shop(?:\/\d+)?$/],
    ['category:bags', /^\/shop\/bags(?:\/|$)/],
    ['product-page', /^\/(?:product\/|llms)/],
    ['search-synonyms', /^\/search-index/],
    ['search-pins', /^\/search-index/],
    ['facts', /^(?!\/shop\/\w+\.md)[^.]*(?:\.md|\.txt)?$/],
    ['announcement', PAGE],
    ['menu', PAGE],
    ['footer', PAGE],
  ])('of which the record %s changes the pages that show it', async (id, shows) => {
    const body = { featured: { products: [] } }
    const changed = await createSite(toCatalog(products, [{ id, version: '1', body }]))
    const planned = toPaths((await planPages(changed, live, ALL)).changed)
    expect(planned).toEqual(toPaths(changed.pages).filter((path) => shows.test(path)))
    // With room for none, what may be left is not even looked for.
    expect(await planPages(changed, live, 0)).toMatchObject({ deferred: true })
    // Another version of it changes them again, and what they read has it.
    const again = await createSite(toCatalog(products, [{ id, version: '2', body }]))
    expect(toPaths((await planPages(again, await toLive(changed), ALL)).changed)).toEqual(planned)
    const isRead = (page: Page) => again.listInputs(page).some(([name]) => name === `content ${id}`)
    expect(toPaths(again.pages.filter(isRead))).toEqual(planned)
  })

  test('of a collection has a page that changes with its record', async () => {
    const rule = { only: 'none', category: '', colour: '' }
    const toRecord = (version: string): SiteRecord => ({
      id: 'collection:festive',
      version,
      body: { name: 'Festive', rule, products: [] },
    })
    const before = await createSite(toCatalog(products, [toRecord('1')]))
    const after = await createSite(toCatalog(products, [toRecord('2')]))
    const { changed } = await planPages(after, await toLive(before), ALL)
    expect(toPaths(changed)).toEqual(['/collections/festive'])
  })

  test('of a page of an editor has a page, and renders all pages once a menu links to it', async () => {
    const toRecord = (version: string, menu = 'no'): SiteRecord => ({
      id: 'page:workshop',
      version,
      body: { name: 'The workshop', places: { menu, footer: 'no' } },
    })
    const before = await createSite(toCatalog(products, [toRecord('1')]))
    const after = await createSite(toCatalog(products, [toRecord('2')]))
    const own = (await planPages(after, await toLive(before), ALL)).changed
    expect(toPaths(own)).toEqual(['/pages/workshop'])
    const linked = await createSite(toCatalog(products, [toRecord('3', 'yes')]))
    const { changed } = await planPages(linked, await toLive(after), ALL)
    expect(toPaths(changed)).toEqual(toPaths(linked.pages.filter(({ route }) => route.isPage)))
    const [page] = changed
    expect(page && linked.listInputs(page)).toContainEqual([
      'pageLinks ',
      { menu: [{ label: 'The workshop', href: '/pages/workshop' }], footer: [[], [], []] },
    ])
  })

  test('need no page when nothing has changed, and all without a live release', async () => {
    const nothing = { changed: [], deferred: false, removed: [] }
    expect(await plan(structuredClone(products), 0)).toMatchObject(nothing)
    expect(await plan(products, ALL)).toMatchObject(nothing)
    const first = { changed: state.pages, deferred: false, removed: [] }
    expect(await planPages(state, undefined, ALL)).toMatchObject(first)
  })

  test.each([
    [10, 10, undefined],
    [11, 11, '1 more products are in no feed.'],
  ])(
    'of which %i are rejected by search engines have %i sentences',
    async (count, length, last) => {
      const broken = products.map((product, index) =>
        index < count ? { ...product, pictures: [], images: [] } : product,
      )
      const { index } = toCatalog(broken)
      // Once for a product, whose Markdown has no structured data.
      const sentences = describeFeedErrors(state.pages, index)
      expect(sentences).toHaveLength(length)
      expect(sentences[0]).toMatch(
        /^\/product\/product-0 [^:]+: it has no structured data, and no feed lists it\.$/,
      )
      if (last) expect(sentences.at(-1)).toBe(last)
    },
  )
})

test.each([
  ['/404', ['not-found', 'product-page']],
  ['/410', ['gone', 'product-page']],
  ['/store', ['shop']],
  ['/cart', ['cart']],
  ['/wishlist/shared', ['wishlist']],
  ['/profile/edit', ['profile']],
  ['/sitemap-index.xml', []],
])('the page %s shows %j beside header and footer', (pattern, own) => {
  const chrome = ['announcement', 'menu', 'footer', 'facts']
  expect(listRecords(pattern, '')).toEqual([...chrome, ...own])
})

test('a route with a parameter that the publisher does not know is refused', async () => {
  const { listPages } = createSitePages([toRoute('/story/[name]')], toCatalog([]))
  expect(() => [...listPages()]).toThrow(
    'The publisher does not know the pages of /story/[name]: name them in src/publish/plan/pages.ts.',
  )
})
