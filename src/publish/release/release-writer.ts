import { join } from 'node:path'
import type { CatalogueIndex } from '#src/catalog/catalogue-index.ts'
import { productPath } from '#src/rules/paths.ts'
import type { CompiledSite } from '../render/compile.ts'
import { LostProductsError, PublishError } from '../publish-error.ts'
import {
  applyChanges,
  type Release,
  type ReleaseFile,
  type ReleaseFiles,
  type ReleaseHeader,
  writeRelease,
} from './release.ts'
import { getStoreDir, isHashed, linkFile, precompress, toStoreName } from './release-files.ts'

/** A release that is not live. */
interface WrittenRelease {
  release: Release
  /** Names of files in the store that are not flushed yet; pages are. */
  stored: string[]
}

/** Where a release is written. */
interface Target {
  releases: string
  /** Of this release. */
  folder: string
  header: ReleaseHeader
}

type Pages = Record<string, ReleaseFile>

/** Time for which a page that was open during a publish can still load its scripts and styles. */
const KEPT_MS = 24 * 3_600_000

/** Whether no page needs a file any more, also none that was open before a publish. */
const isExpired = ({ retiredAt }: ReleaseFile, now: Date): boolean =>
  retiredAt !== undefined && Date.parse(retiredAt) < now.getTime() - KEPT_MS

/** Adds the hashed files of the previous release to `files`, for pages that were open meanwhile. */
export function keepOldAssets(
  previous: ReleaseFiles,
  files: Map<string, ReleaseFile>,
  now: Date,
): void {
  for (const [path, old] of previous) {
    if (!isHashed(path) || files.has(path)) continue
    if (!isExpired(old, now)) files.set(path, { retiredAt: now.toISOString(), ...old })
  }
}

const listNames = (files: Iterable<ReleaseFile>): string[] =>
  [...files].flatMap((file) => {
    const name = toStoreName(file)
    const br = file.br === undefined ? [] : [`${name}.br`]
    return [name, ...br, ...(file.gz === undefined ? [] : [`${name}.gz`])]
  })

/** Writes a release that has the files of `base` but for some pages. */
export function writeChanges(
  { releases, folder, header }: Target,
  base: Release,
  pages: Pages,
  removed: string[],
): WrittenRelease {
  const now = new Date(header.builtAt)
  const changes = new Map<string, ReleaseFile | null>(Object.entries(pages))
  for (const path of removed) changes.set(path, null)
  for (const [path, file] of base.files) if (isExpired(file, now)) changes.set(path, null)
  const files = applyChanges(base.files, changes)
  const shared = { base: base.base, changes: new Map([...base.changes, ...changes]) }
  const release = writeRelease(releases, folder, { ...header, files }, shared)
  return { release, stored: release.base === base.base ? [] : [release.base.name] }
}

/** Writes a release of which every page has been rendered. */
export async function writeWhole(
  { releases, folder, header }: Target,
  compiled: CompiledSite,
  index: CatalogueIndex,
  pages: Pages,
  previous: Release | undefined,
): Promise<WrittenRelease> {
  const store = getStoreDir(releases)
  for (const file of Object.values(compiled.files))
    linkFile(join(compiled.client, file.file), join(store, toStoreName(file)), file)
  // Pages of a small change are compressed on their first request instead.
  await precompress(store, pages, toStoreName)
  const files = new Map([...Object.entries(compiled.files), ...Object.entries(pages)])
  assertComplete(files, index)
  if (previous) keepOldAssets(previous.files, files, new Date(header.builtAt))
  const release = writeRelease(releases, folder, { ...header, files })
  return { release, stored: [release.base.name, ...listNames(Object.values(compiled.files))] }
}

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

function assertComplete(files: ReleaseFiles, { products }: CatalogueIndex): void {
  const required = [...REQUIRED_PAGES, ...products.map(({ slug }) => productPath(slug))]
  const missing = required.filter((path) => !files.has(path))
  if (missing.length === 0) return
  const examples = missing.slice(0, 3).join(', ')
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  throw new PublishError(`The build is not whole: ${examples}${more} missing.`)
}
