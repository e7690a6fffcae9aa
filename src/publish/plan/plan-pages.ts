import { type CatalogueIndex, findProduct } from '#src/catalog/catalogue-index.ts'
import {
  countFeedParts,
  countSitemaps,
  type Fingerprints,
  isDeferrable,
  isProductInput,
  listListingPages,
  toProductInput,
} from '#src/catalog/inputs.ts'
import { paths } from '#src/rules/paths.ts'
import { findFeedFaults } from '#src/rules/product-facts.ts'
import { parseProductSlug } from '#src/rules/product-slug.ts'
import type { CompiledSite, SiteRoute } from '../render/compile.ts'
import { PublishError } from '../publish-error.ts'
import type { ReleaseFile, ReleaseFiles } from '../release/release.ts'
import type { PageTarget } from '../render/render-pool.ts'

const numbersBelow = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(at))

/** Keys of the pages of each route with a parameter. */
const routeKeys: Record<string, (index: CatalogueIndex) => string[]> = {
  '/product/[slug]': ({ slugs }) => slugs,
  '/product/[slug].md': ({ slugs }) => slugs,
  [`${paths.shop}/[...name]`]: listListingPages,
  '/sitemap-[part].xml': (index) => numbersBelow(countSitemaps(index)),
  '/feeds/google-[part].xml': (index) => numbersBelow(countFeedParts(index)),
  '/feeds/agents-[part].json': (index) => numbersBelow(countFeedParts(index)),
}

const isSameList = (one: string[], other: string[]): boolean =>
  one === other || (one.length === other.length && one.every((key, at) => key === other[at]))

/** The pages of a compiled site at the last publish, which are mostly those of the next one. */
const lastTargets = new WeakMap<CompiledSite, { keys: string[][]; targets: PageTarget[] }>()

function listKeys({ pattern, params }: SiteRoute, index: CatalogueIndex): string[] {
  const list = params.length === 0 ? () => [''] : routeKeys[pattern]
  if (list) return list(index)
  throw new PublishError(
    `The publisher does not know the pages of ${pattern}: name them in src/publish/plan/plan-pages.ts.`,
  )
}

function toTarget({ pattern, isPage }: SiteRoute, key: string): PageTarget {
  const [before = '', after = ''] = pattern.split(/\[.*?\]/)
  const path = before + key + after
  const name = path === '/' ? 'index' : path.slice(1)
  return { path, file: isPage ? `${name}.html` : name }
}

/** All pages of the site: the same array as at the last call while the pages are the same. */
export function listTargets(compiled: CompiledSite, index: CatalogueIndex): PageTarget[] {
  const keys = compiled.routes.map((route) => listKeys(route, index))
  const last = lastTargets.get(compiled)
  if (last?.keys.every((before, at) => isSameList(before, keys[at] ?? []))) return last.targets
  const targets = compiled.routes.flatMap((route, at) =>
    (keys[at] ?? []).map((key) => toTarget(route, key)),
  )
  lastTargets.set(compiled, { keys, targets })
  return targets
}

/** Products named at once: a catalogue that has more has one cause. */
const MAX_NAMED = 10

/** Sentences about products of these pages that search engines would reject; the feeds leave them out. */
export function describeFeedFaults(targets: PageTarget[], index: CatalogueIndex): string[] {
  const rejected = targets.flatMap(({ path }) => {
    const product = findProduct(index, parseProductSlug(path) ?? '')
    const faults = product ? findFeedFaults(product) : []
    return faults.length > 0
      ? [`${path} ${faults.join(' and ')}: it has no structured data, and no feed lists it.`]
      : []
  })
  const others = rejected.length - MAX_NAMED
  return others > 0
    ? [...rejected.slice(0, MAX_NAMED), `${others} more products are in no feed.`]
    : rejected
}

export interface Plan {
  /** What is rendered. */
  targets: PageTarget[]
  /** Paths of pages that there are no more. */
  removed: string[]
  /** Whether pages are left to the next publish. */
  deferred: boolean
}

/** A state of the catalogue, and the pages of the site that show it. */
export interface SiteState {
  index: CatalogueIndex
  fingerprints: Fingerprints
  targets: PageTarget[]
}

/** Paths of pages by the input `product …` that they read; those that read anything else below `''`. */
type PageReaders = Map<string, Set<string>>

function addReaders(readers: PageReaders, pages: Iterable<[string, ReleaseFile]>): PageReaders {
  for (const [path, { inputs = [] }] of pages)
    for (let at = 0; at < inputs.length; at += 2) {
      const id = inputs[at] ?? ''
      const key = isProductInput(id) ? id : ''
      const paths = readers.get(key)
      if (paths) paths.add(path)
      else readers.set(key, new Set([path]))
    }
  return readers
}

export interface Planner {
  /**
   * Finds the pages whose inputs have changed; all pages without `before`.
   * @param before files of a release with the same code.
   * @param maxDeferrable of the pages of which only deferrable inputs have changed, so many are rendered.
   */
  plan(state: SiteState, before: ReleaseFiles | undefined, maxDeferrable: number): Plan
  /** Records that the pages of a state are live, so that the next plan looks only at what can differ. */
  record(state: SiteState, files: ReleaseFiles, rendered: Record<string, ReleaseFile>): void
}

interface LiveSite {
  state: SiteState
  files: ReleaseFiles
}

export function createPlanner(): Planner {
  let live: LiveSite | undefined
  /** Of the live files; also what a page read at an earlier rendering. */
  let readers: PageReaders | undefined

  /** The pages that read a product that has changed, or anything but products. */
  function listReaders({ state, files }: LiveSite, { products }: CatalogueIndex): PageTarget[] {
    readers ??= addReaders(new Map(), files)
    const changed = products.filter((product, at) => product !== state.index.products[at])
    const paths = ['', ...changed.map(({ slug }) => toProductInput(slug))].flatMap((key) => [
      ...(readers?.get(key) ?? []),
    ])
    return [...new Set(paths)].flatMap((path) => {
      const file = files.get(path)?.file
      return file === undefined ? [] : { path, file }
    })
  }

  return {
    plan({ index, fingerprints, targets }, before, maxDeferrable) {
      if (live?.files !== before) live = readers = undefined
      if (!before) return { targets, removed: [], deferred: false }
      if (live?.state.targets === targets)
        return planChanges(listReaders(live, index), fingerprints, before, maxDeferrable)
      const plan = planChanges(targets, fingerprints, before, maxDeferrable)
      const paths = new Set(targets.map(({ path }) => path))
      for (const [path, { inputs }] of before)
        if (inputs && !paths.has(path)) plan.removed.push(path)
      return plan
    },
    record(state, files, rendered) {
      if (readers) addReaders(readers, Object.entries(rendered))
      live = { state, files }
    },
  }
}

/** Plans those of the targets whose inputs have changed. */
function planChanges(
  targets: PageTarget[],
  fingerprints: Fingerprints,
  before: ReleaseFiles,
  maxDeferrable: number,
): Plan {
  const plan: Plan = { targets: [], removed: [], deferred: false }
  let deferrable = 0
  for (const target of targets) {
    const inputs = before.get(target.path)?.inputs
    const changed = (isIncluded: (id: string) => boolean) =>
      inputs?.some(
        (id, at) => at % 2 === 0 && isIncluded(id) && fingerprints.get(id) !== inputs[at + 1],
      )
    if (!inputs || changed((id) => !isDeferrable(id))) plan.targets.push(target)
    // What is not rendered anyway need not be compared.
    else if (!plan.deferred && changed(isDeferrable)) {
      if (++deferrable > maxDeferrable) plan.deferred = true
      else plan.targets.push(target)
    }
  }
  return plan
}
