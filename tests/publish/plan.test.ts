import { expect, test } from 'vitest'
import { createRandom } from '#scripts/catalog/random.ts'
import type { Product } from '#src/contract/catalog.ts'
import { listPages, type Page, type SitePages, toFileName } from '#src/publish/plan/pages.ts'
import { planPages } from '#src/publish/plan/plan.ts'
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

const toCatalog = (products: Product[]): VersionedCatalog =>
  toVersioned({ products, revision: 1, moved: {}, gone: [] })

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
  let products = Array.from({ length: 80 }, (_, at) => createProduct(at))
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
  let live = new Map<string, ReleaseFile>()
  const { whole } = createRandom(5)
  for (const products of makeEdits(200)) {
    const state = listPages(routes, toCatalog(products))
    const { pages } = state
    const expected = pages.map((page) => renderPage(page, state))
    const publish = (maxDeferrable: number) => {
      const plan = planPages(state, live, maxDeferrable)
      const rendered = new Map(plan.changed.map((page) => [page.path, renderPage(page, state)]))
      live = new Map(
        pages.flatMap(({ path }) => {
          const file = rendered.get(path) ?? live.get(path)
          return file ? [[path, file]] : []
        }),
      )
      return plan
    }
    const isOld = ({ etag }: ReleaseFile, at: number) =>
      live.get(pages[at]?.path ?? '')?.etag !== etag
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
