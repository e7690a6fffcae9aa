import type { CatalogueIndex } from '#src/catalog/catalogue-index.ts'
import { productPath } from '#src/rules/paths.ts'
import { LostProductsError, PublishError } from './publish-error.ts'
import type { ReleaseFiles } from './release.ts'

/** A catalogue below this share of the live one is treated as a mistake. */
const MIN_SHARE = 0.8

/** Pages that every release must have, beside the product pages. */
const REQUIRED_PAGES = ['/', '/shop', '/404']

/** @param accepted a number of products that is no mistake. @throws LostProductsError below it. */
export function assertNotShrunk(live: number, now: number, accepted: number): void {
  if (now < live * MIN_SHARE && now < accepted) throw new LostProductsError(live, now)
}

/**
 * The Content-Security-Policy is the same on all pages.
 * @param policies by policy: the first page that has it.
 * @param previous the policy of the pages that are not rendered.
 */
export function findPolicy(policies: Map<string, string>, previous: string | undefined): string {
  const [policy = previous, ...others] = policies.keys()
  if (policy === undefined) throw new PublishError('The build made no page at all.')
  const other = others[0] ?? (previous !== undefined && previous !== policy ? policy : undefined)
  if (other === undefined) return policy
  throw new PublishError(
    `The page ${policies.get(other)} has another Content-Security-Policy than the pages before it: no style or script of its own may stand in it inline.`,
  )
}

export function assertComplete(files: ReleaseFiles, { products }: CatalogueIndex): void {
  const required = [...REQUIRED_PAGES, ...products.map(({ slug }) => productPath(slug))]
  const missing = required.filter((path) => !files.has(path))
  if (missing.length === 0) return
  const examples = missing.slice(0, 3).join(', ')
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  throw new PublishError(`The build is not whole: ${examples}${more} missing.`)
}
