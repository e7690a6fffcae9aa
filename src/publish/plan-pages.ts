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
import type { CompiledSite } from './compile.ts'
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

function listTargets({ routes }: CompiledSite, index: CatalogueIndex): PageTarget[] {
  return routes.flatMap(({ pattern, params, isPage }) => {
    const toTarget = (path: string): PageTarget => ({
      path,
      file: isPage ? `${path === '/' ? 'index' : path.slice(1)}.html` : path.slice(1),
    })
    if (params.length === 0) return [toTarget(pattern)]
    const keys = routeKeys[pattern]
    if (!keys)
      throw new PublishError(
        `The publisher does not know the pages of ${pattern}: name them in src/publish/plan-pages.ts.`,
      )
    const [before = '', after = ''] = pattern.split(/\[.*?\]/)
    return keys(index).map((key) => toTarget(before + key + after))
  })
}

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
  /** What the previous release shares. */
  kept: [path: string, ReleaseFile][]
  /** Whether pages are kept that the next publish renders. */
  deferred: boolean
}

/**
 * Divides the pages into those whose inputs have changed, and the others.
 * @param before files of a release with the same code; none renders all pages.
 * @param maxDeferrable of the pages of which only deferrable inputs have changed, so many are rendered.
 */
export function planPages(
  compiled: CompiledSite,
  index: CatalogueIndex,
  fingerprints: Fingerprints,
  before: ReleaseFiles | undefined,
  maxDeferrable: number,
): Plan {
  const plan: Plan = { targets: [], kept: [], deferred: false }
  let deferrable = 0
  for (const target of listTargets(compiled, index)) {
    const file = before?.get(target.path)
    const changed =
      file?.inputs &&
      Object.entries(file.inputs).filter(([id, value]) => fingerprints.get(id) !== value)
    const isSame = changed?.length === 0
    const isDeferred =
      !isSame && changed?.every(([id]) => isDeferrable(id)) && ++deferrable > maxDeferrable
    if (file && (isSame || isDeferred)) plan.kept.push([target.path, file])
    else plan.targets.push(target)
    plan.deferred ||= isDeferred === true
  }
  return plan
}
