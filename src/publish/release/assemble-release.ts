import { join } from 'node:path'
import { PublishError } from '../publish-error.ts'
import type { CompiledSite } from '../render/compile.ts'
import type { Release } from './release.ts'
import {
  getStoreDir,
  isHashed,
  linkFile,
  precompress,
  type ReleaseFile,
  type ReleaseFiles,
  toStoreName,
} from './release-files.ts'

/** Time for which a page that was open during a publish can still load its scripts and styles. */
const KEPT_MS = 24 * 3_600_000

/** Pages that every release must have, beside those of its products. */
const REQUIRED_PAGES = ['/', '/shop', '/404']

interface Pages {
  /** Paths of pages that the live release has and this one has not. */
  removed: string[]
  /** Paths of the pages that were to be rendered; the others are those of the live release. */
  changed: string[]
  rendered: ReadonlyMap<string, ReleaseFile>
  /** By policy: the first rendered page that has it. */
  policies: ReadonlyMap<string, string>
}

export interface AssembledRelease {
  files: ReleaseFiles
  policy: string
  /** Names of files in the store that are not flushed yet; pages are. */
  stored: string[]
}

/**
 * The files of a release: those of the compiled site, every page, and those that pages which were open
 * during the publish still need.
 * @param isWhole whether no page is one of the live release.
 * @throws PublishError when a page is missing, or has another policy than the others.
 */
export async function assembleRelease(
  site: CompiledSite,
  { removed, changed, rendered, policies }: Pages,
  live: Release | undefined,
  isWhole: boolean,
  releases: string,
): Promise<AssembledRelease> {
  const policy = findPolicy(policies, isWhole ? undefined : live?.policy)
  const stored = isWhole ? await storeCompiledFiles(site, rendered, releases) : []
  const files = new Map(isWhole ? Object.entries(site.files) : live?.files)
  for (const path of removed) files.delete(path)
  for (const [path, file] of rendered) files.set(path, file)
  const missing = [
    ...changed.filter((path) => !rendered.has(path)),
    ...REQUIRED_PAGES.filter((path) => !files.has(path)),
  ]
  if (missing.length > 0) throw new PublishError(describeMissing(missing))
  if (live) keepOldAssets(live.files, files, new Date())
  return { files, policy, stored }
}

function describeMissing(missing: string[]): string {
  const examples = missing.slice(0, 3).join(', ')
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  return `The build is not whole: ${examples}${more} missing.`
}

/** Adds the hashed files of the live release to `files`, for pages that were open meanwhile. */
export function keepOldAssets(
  live: ReleaseFiles,
  files: Map<string, ReleaseFile>,
  now: Date,
): void {
  for (const [path, old] of live) {
    if (!isHashed(path) || files.has(path)) continue
    const retiredAt = old.retiredAt ?? now.toISOString()
    if (Date.parse(retiredAt) >= now.getTime() - KEPT_MS) files.set(path, { ...old, retiredAt })
  }
}

/**
 * The Content-Security-Policy is the same on all pages.
 * @param policies by policy: the first page that has it.
 * @param previous the policy of the pages that are not rendered.
 */
function findPolicy(policies: ReadonlyMap<string, string>, previous: string | undefined): string {
  const [policy = previous, ...others] = policies.keys()
  if (policy === undefined) throw new PublishError('The build made no page at all.')
  const other = others[0] ?? (previous !== undefined && previous !== policy ? policy : undefined)
  if (other === undefined) return policy
  throw new PublishError(
    `The page ${policies.get(other)} has another Content-Security-Policy than the pages before it: no style or script of its own may stand in it inline.`,
  )
}

/**
 * Puts the files of the compiled site into the store, and compresses them and the pages. Pages of a small
 * change are compressed when they are requested instead.
 * @returns the names of the compiled site's files, which are not flushed yet.
 */
async function storeCompiledFiles(
  { client, files }: Pick<CompiledSite, 'client' | 'files'>,
  pages: ReadonlyMap<string, ReleaseFile>,
  releases: string,
): Promise<string[]> {
  const store = getStoreDir(releases)
  for (const file of Object.values(files))
    linkFile(join(client, file.file), join(store, toStoreName(file)), file)
  await precompress(store, Object.fromEntries(pages), toStoreName)
  return Object.values(files).flatMap((file) => {
    const name = toStoreName(file)
    const br = file.br === undefined ? [] : [`${name}.br`]
    return [name, ...br, ...(file.gz === undefined ? [] : [`${name}.gz`])]
  })
}
