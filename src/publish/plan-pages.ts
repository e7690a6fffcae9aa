import {
  type CatalogueIndex,
  countFeedParts,
  countSitemaps,
  type Fingerprints,
  isDeferrable,
  listListingPages,
} from '#src/catalog/inputs.ts'
import { paths } from '#src/rules/paths.ts'
import { findFeedFaults } from '#src/rules/product-facts.ts'
import { parseProductSlug } from '#src/rules/product-slug.ts'
import type { CompiledSite, SiteRoute } from './compile.ts'
import { PublishError } from './publish-error.ts'
import type { ReleaseFile, ReleaseFiles } from './release.ts'
import type { PageTarget } from './render-pool.ts'

const numbersBelow = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(at))

/** Keys of the pages of each route with a parameter. */
const routeKeys: Record<string, (index: CatalogueIndex) => string[]> = {
  '/product/[slug]': ({ products }) => products.map(({ slug }) => slug),
  '/product/[slug].md': ({ products }) => products.map(({ slug }) => slug),
  [`${paths.shop}/[...name]`]: listListingPages,
  '/sitemap-[part].xml': (index) => numbersBelow(countSitemaps(index)),
  '/feeds/google-[part].xml': (index) => numbersBelow(countFeedParts(index)),
  '/feeds/agents-[part].json': (index) => numbersBelow(countFeedParts(index)),
}

const isSameList = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at])

/** The pages of a route at the last publish, which are mostly those of the next one. */
const lastTargets = new WeakMap<SiteRoute, { keys: string[]; targets: PageTarget[] }>()

function listRouteTargets(route: SiteRoute, index: CatalogueIndex): PageTarget[] {
  const { pattern, params, isPage } = route
  const listKeys = params.length === 0 ? () => [''] : routeKeys[pattern]
  if (!listKeys)
    throw new PublishError(
      `The publisher does not know the pages of ${pattern}: name them in src/publish/plan-pages.ts.`,
    )
  const keys = listKeys(index)
  const last = lastTargets.get(route)
  if (last && isSameList(last.keys, keys)) return last.targets
  const [before = '', after = ''] = pattern.split(/\[.*?\]/)
  const targets = keys.map((key): PageTarget => {
    const path = before + key + after
    const name = path === '/' ? 'index' : path.slice(1)
    return { path, file: isPage ? `${name}.html` : name }
  })
  lastTargets.set(route, { keys, targets })
  return targets
}

/** All pages of the site. */
export const listTargets = ({ routes }: CompiledSite, index: CatalogueIndex): PageTarget[] =>
  routes.flatMap((route) => listRouteTargets(route, index))

/** Products named at once: a catalogue that has more has one cause. */
const MAX_NAMED = 10

/** Sentences about products of these pages that search engines would reject; the feeds leave them out. */
export function describeFeedFaults(targets: PageTarget[], { bySlug }: CatalogueIndex): string[] {
  const rejected = targets.flatMap(({ path }) => {
    const product = bySlug.get(parseProductSlug(path) ?? '')
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

/** Whether a page shows another state of the catalogue, or only what a publish may leave to the next. */
function findChange(
  { inputs }: ReleaseFile,
  fingerprints: Fingerprints,
): 'none' | 'deferrable' | 'needed' {
  if (!inputs) return 'needed'
  let change: 'none' | 'deferrable' = 'none'
  for (let at = 0; at < inputs.length; at += 2) {
    const id = inputs[at] ?? ''
    if (fingerprints.get(id) === inputs[at + 1]) continue
    if (!isDeferrable(id)) return 'needed'
    change = 'deferrable'
  }
  return change
}

/**
 * Finds the pages whose inputs have changed.
 * @param before files of a release with the same code.
 * @param maxDeferrable of the pages of which only deferrable inputs have changed, so many are rendered.
 */
export function planChanges(
  targets: PageTarget[],
  fingerprints: Fingerprints,
  before: ReleaseFiles,
  maxDeferrable: number,
): Plan {
  const plan: Plan = { targets: [], removed: [], deferred: false }
  let deferrable = 0
  /** Pages of before that there still are, less all pages of before. */
  let former = 0
  for (const target of targets) {
    const file = before.get(target.path)
    if (file?.inputs) former++
    const change = file ? findChange(file, fingerprints) : 'needed'
    if (change === 'none') continue
    if (change === 'deferrable' && ++deferrable > maxDeferrable) plan.deferred = true
    else plan.targets.push(target)
  }
  for (const { inputs } of before.values()) if (inputs) former--
  if (former === 0) return plan
  const paths = new Set(targets.map(({ path }) => path))
  for (const [path, { inputs }] of before) if (inputs && !paths.has(path)) plan.removed.push(path)
  return plan
}
