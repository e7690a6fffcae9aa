import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productPath } from '#src/rules/paths.ts'
import { readBuildFiles } from './build-files.ts'
import { keepOldAssets } from './keep-old-assets.ts'
import { precompress } from './precompress.ts'
import { PublishError } from './publish-error.ts'
import { type Release, type ReleaseFile, writeRelease } from './release.ts'

/** Pages without which a site is not published. */
const NEEDED = ['/', '/shop', '/404']

export interface AssembleReleaseOptions {
  /** Holds the build in `site`. */
  folder: string
  id: string
  fingerprint: string
  builtAt: Date
  slugs: string[]
  /** The release before, and the folder it lives in. */
  previous?: { folder: string; release: Release } | undefined
}

/**
 * Turns a build into a release: checks that nothing is missing, names the release in the service
 * worker, packs what shrinks, carries over the scripts of earlier releases, writes `release.json`.
 * @throws PublishFailed when the build is not whole.
 */
export async function assembleRelease(unfinished: AssembleReleaseOptions): Promise<Release> {
  const { folder, id, fingerprint, builtAt, slugs, previous } = unfinished
  const site = join(folder, 'site')
  nameRelease(join(site, 'sw.js'), id)
  const { files, policy } = await readBuildFiles(site)
  assertWhole(files, slugs)
  const siteBefore = previous && join(previous.folder, 'site')
  await precompress(site, files, siteBefore)
  if (previous && siteBefore)
    keepOldAssets({ site: siteBefore, files: previous.release.files }, site, files)
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

/** A service worker whose bytes differ is how browsers learn of a new release. */
function nameRelease(worker: string, id: string): void {
  if (!existsSync(worker)) return
  const named = readFileSync(worker, 'utf8').replaceAll('__BUILD__', id)
  writeFileSync(worker, named)
}

function assertWhole(files: Record<string, ReleaseFile>, slugs: string[]): void {
  const missing = [...NEEDED, ...slugs.map(productPath)].filter((path) => !(path in files))
  if (missing.length === 0) return
  const some = missing.slice(0, 3).join(', ')
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  throw new PublishError(`The build is not whole: ${some}${more} missing.`)
}
