import { join } from 'node:path'
import { DAY_MS } from '#src/rules/constants.ts'
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

/** Time in which an open page can still load the scripts and styles of its release. */
const KEPT_MS = DAY_MS

/** Pages that every release must have, in addition to those of its products. */
const REQUIRED_PAGES = ['/', '/shop', '/404']

interface Pages {
  /** Paths of pages of the live release that this one does not have. */
  removed: string[]
  /** Paths of the pages to render. The other pages come from the live release. */
  changed: string[]
  rendered: ReadonlyMap<string, ReleaseFile>
  /** The first rendered page of each policy. */
  policies: ReadonlyMap<string, string>
}

export interface AssembledRelease {
  files: ReleaseFiles
  policy: string
  /** Names of files in the store that are not flushed yet, other than pages. */
  stored: string[]
}

/**
 * Assembles the files of a release: the compiled site, every page, and the files that open pages still need.
 * @param isWhole whether every page was rendered now.
 * @throws PublishError if a page is missing, or has another policy than the others.
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

/** Adds the hashed files of the live release to `files`, for pages that are open. */
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
 * Returns the Content-Security-Policy, which is the same on all pages.
 * @param policies the first page of each policy.
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
 * Stores the files of the compiled site, and compresses them and the pages. Pages of a small change are compressed
 * when they are requested.
 * @returns the names of the files of the compiled site, which are not flushed yet.
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
