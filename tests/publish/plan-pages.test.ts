import { expect, test } from 'vitest'
import { createRandom } from '#scripts/catalogue/random.ts'
import { indexCatalogue } from '#src/catalog/catalogue-index.ts'
import { createFingerprints, createReadInput } from '#src/catalog/inputs.ts'
import type { Product } from '#src/contract/catalog.ts'
import type { CompiledSite } from '#src/publish/render/compile.ts'
import { createPlanner, listTargets, type SiteState } from '#src/publish/plan/plan-pages.ts'
import { applyChanges, type ReleaseFile } from '#src/publish/release/release.ts'
import { describeBytes } from '#src/publish/release/release-files.ts'
import type { PageTarget } from '#src/publish/render/render-pool.ts'
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

const compiled: CompiledSite = {
  ...{ key: '', entry: '', client: '', files: {} },
  routes: PATTERNS.map((pattern) => {
    const params = pattern.includes('[') ? ['key'] : []
    return { pattern, params, isPage: !/\.\w+$/.test(pattern) }
  }),
}

/** What a page of the shop reads; a product page also reads the product that it names. */
function readPage(path: string, index: SiteState['index'], onRead: (id: string) => void): void {
  const read = createReadInput(index, onRead)
  const [, slug] = /^\/product\/([^.]+)/.exec(path) ?? []
  const [, listing] = /^\/shop\/?(.*)$/.exec(path) ?? []
  if (slug !== undefined)
    for (const { slug: related } of read('product', slug)?.relatedProducts ?? [])
      read('product', related)
  if (listing !== undefined) {
    read('listingItems', listing)
    read('listingCounts', listing)
  }
  if (path === '/') read('home')
  if (path === '/search-index.json') read('search')
  if (path === '/feeds/new.atom') read('newest')
}

/** The pages as the publisher records them. */
function renderPages(
  targets: PageTarget[],
  { index, fingerprints }: SiteState,
): Record<string, ReleaseFile> {
  return Object.fromEntries(
    targets.map(({ path, file }) => {
      const ids = new Set<string>()
      readPage(path, index, (id) => ids.add(id))
      const inputs = [...ids].flatMap((id) => [id, fingerprints.get(id)])
      return [path, { ...describeBytes(file, Buffer.from(path)), inputs }]
    }),
  )
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

test('plans after each of 200 edits what a plan that knows only the live files does', () => {
  const getFingerprints = createFingerprints()
  const planner = createPlanner()
  let files: Map<string, ReleaseFile> | undefined
  let index: SiteState['index'] | undefined
  const { whole } = createRandom(5)
  for (const products of makeEdits(200)) {
    index = indexCatalogue(products, index)
    const state = {
      ...{ index, fingerprints: getFingerprints(index) },
      targets: listTargets(compiled, index),
    }
    const budget = [0, 2, Number.POSITIVE_INFINITY][whole(0, 2)] ?? 0
    const plan = planner.plan(state, files, budget)
    const fresh = indexCatalogue(structuredClone(products))
    const all = {
      ...{ index: fresh, fingerprints: createFingerprints()(fresh) },
      targets: listTargets({ ...compiled }, fresh),
    }
    const expected = createPlanner().plan(all, files, budget)
    const toPaths = ({ targets }: typeof plan) => targets.map(({ path }) => path).sort()
    if (budget !== 2) expect(toPaths(plan)).toEqual(toPaths(expected))
    expect(plan.targets).toHaveLength(expected.targets.length)
    expect(plan.removed).toEqual(expected.removed)
    expect(plan.deferred).toBe(expected.deferred)

    const rendered = renderPages(plan.targets, state)
    const changes = new Map<string, ReleaseFile | null>(Object.entries(rendered))
    for (const path of plan.removed) changes.set(path, null)
    const live = applyChanges(files ?? new Map(), changes)
    planner.record(state, live, rendered)
    // An editor rolls the site back now and then.
    files = files && whole(0, 9) === 0 ? files : live
  }
})
