import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productPath } from '#src/rules/paths.ts'
import { readBuildFiles } from './build-files.ts'
import { keepOldAssets } from './keep-old-assets.ts'
import { precompress } from './precompress.ts'
import { PublishError } from './publish-error.ts'
import { type Release, type ReleaseFile, writeRelease } from './release.ts'

/** Pages that every release must have, beside the product pages. */
const REQUIRED_PAGES = ['/', '/shop', '/404']

export interface AssembleReleaseOptions {
  /** The release's folder; its build is in `site`. */
  folder: string
  id: string
  fingerprint: string
  builtAt: Date
  slugs: string[]
  /** The previous release and its folder. */
  previous?: { folder: string; release: Release } | undefined
}

/**
 * Turns a build into a release: writes its id into the service worker, checks that no page is
 * missing, compresses text, keeps the hashed assets of earlier releases, writes `release.json`.
 * @throws PublishError when a page is missing.
 */
export async function assembleRelease({
  folder,
  id,
  fingerprint,
  builtAt,
  slugs,
  previous,
}: AssembleReleaseOptions): Promise<Release> {
  const site = join(folder, 'site')
  writeReleaseId(join(site, 'sw.js'), id)
  const { files, policy } = await readBuildFiles(site)
  assertComplete(files, slugs)
  const previousSite = previous && join(previous.folder, 'site')
  await precompress(site, files, previousSite)
  if (previous && previousSite)
    keepOldAssets({ site: previousSite, files: previous.release.files }, site, files)
  const release: Release = {
    id,
    fingerprint,
    builtAt: builtAt.toISOString(),
    products: slugs.length,
    policy,
    files,
  }
  writeRelease(folder, release)
  return release
}

/** Browsers detect a new release by a service worker whose bytes differ. */
function writeReleaseId(worker: string, id: string): void {
  if (!existsSync(worker)) return
  writeFileSync(worker, readFileSync(worker, 'utf8').replaceAll('__BUILD__', id))
}

function assertComplete(files: Record<string, ReleaseFile>, slugs: string[]): void {
  const missing = [...REQUIRED_PAGES, ...slugs.map(productPath)].filter((path) => !(path in files))
  if (missing.length === 0) return
  const examples = missing.slice(0, 3).join(', ')
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  throw new PublishError(`The build is not whole: ${examples}${more} missing.`)
}
