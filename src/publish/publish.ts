import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CatalogueError, fetchCatalogue } from '#src/catalog/fetch-catalogue.ts'
import type { Catalogue } from '#src/contract/catalog.ts'
import { assertWritable } from '#src/server/startup-error.ts'
import { assembleRelease } from './assemble-release.ts'
import { runAstroBuild } from './astro-build.ts'
import { createBuildDir } from './build-dir.ts'
import { codeHash } from './code-hash.ts'
import { acquireLock } from './lock.ts'
import { PublishError } from './publish-error.ts'
import { findRelease, type Release } from './release.ts'
import {
  createReleaseId,
  findCurrentReleaseId,
  getReleasesDir,
  pruneReleases,
  removeLeftovers,
  setCurrentRelease,
} from './releases.ts'

export interface PublishOptions {
  /** The project's root folder. */
  root: string
  dataDir: string
  /** Root of the product API, e.g. `http://127.0.0.1:4321/api`. */
  apiUrl: string
  /** Environment variables; those that the pages depend on are picked from it. */
  env: Record<string, string | undefined>
  /** Called with a sentence for the operator at each step. */
  onProgress: (line: string) => void
  /** Publishes a catalogue that lost more than a fifth of its products. */
  acceptFewer?: boolean
  signal?: AbortSignal | undefined
}

export interface PublishResult {
  release: Release
  /** False when nothing has changed since the live release. */
  built: boolean
}

/** A catalogue below this share of the live one is treated as a mistake. */
const MIN_SHARE = 0.8
const PROGRESS_INTERVAL_MS = 5_000
/** From this many products on, the catalogue's memory is collected before the build. */
const COLLECT_FROM_PRODUCTS = 1_500

/** Variables without the prefix `PUBLIC_` that the pages depend on. */
const BUILD_VARIABLES = ['SITE_URL', 'MEDIA_ORIGIN']

interface Snapshot {
  /** Undefined once it is written to a file. */
  catalogue: Catalogue | undefined
}

/**
 * Builds the site from the API's current catalogue and makes it the live release atomically. Without
 * a change, nothing is built.
 * @throws PublishError when the live release stays.
 */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  const releases = getReleasesDir(resolve(options.dataDir))
  assertWritable(releases)
  const unlock = await acquireLock(
    releases,
    () => options.onProgress('Another publish is running, waiting for it.'),
    options.signal,
  )
  try {
    return await publishLocked(options, releases)
  } finally {
    unlock()
  }
}

async function publishLocked(options: PublishOptions, releases: string): Promise<PublishResult> {
  removeLeftovers(releases)
  options.signal?.throwIfAborted()
  const snapshot: Snapshot = { catalogue: await fetchSnapshot(options.apiUrl) }
  options.signal?.throwIfAborted()
  const slugs = snapshot.catalogue?.products.map((product) => product.slug) ?? []
  const live = findCurrentReleaseId(releases)
  const previous = findRelease(releases, live)
  const fingerprint = toFingerprint(options, releases, snapshot)
  if (previous?.fingerprint === fingerprint) return { release: previous, built: false }
  if (previous && !options.acceptFewer) assertNotShrunk(previous.products, slugs.length)

  const builtAt = new Date()
  const id = createReleaseId(builtAt, fingerprint)
  const folder = join(releases, `${id}.tmp`)
  try {
    await build(options, folder, snapshot, slugs.length)
    options.onProgress('Checking and packing the pages.')
    const release = await assembleRelease({
      folder,
      id,
      fingerprint,
      builtAt,
      slugs,
      previous: previous && live ? { folder: join(releases, live), release: previous } : undefined,
    })
    await setCurrentRelease(releases, id, folder)
    pruneReleases(releases)
    return { release, built: true }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function fetchSnapshot(apiUrl: string): Promise<Catalogue> {
  try {
    return await fetchCatalogue(apiUrl)
  } catch (error) {
    if (error instanceof CatalogueError) throw new PublishError(error.message, { cause: error })
    throw error
  }
}

/** Hashes the products instead of the revision, which may grow without a change of any page. */
function toFingerprint(options: PublishOptions, releases: string, { catalogue }: Snapshot): string {
  const parts = [
    codeHash(options.root, join(releases, 'code-hashes.json')),
    hash('sha256', JSON.stringify(catalogue?.products), 'hex'),
    JSON.stringify(toBuildEnv(options.env)),
  ]
  return hash('sha256', parts.join('\n'), 'hex')
}

function assertNotShrunk(before: number, now: number): void {
  if (now >= before * MIN_SHARE) return
  throw new PublishError(
    `The catalogue has ${now} products where the live site has ${before}: correct the catalogue, or set ACCEPT_FEWER=true to publish it as it is.`,
  )
}

/** Writes the catalogue to a file and frees its memory. */
function writeSnapshot(snapshot: Snapshot, file: string, products: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(snapshot.catalogue))
  snapshot.catalogue = undefined
  if (products >= COLLECT_FROM_PRODUCTS) collectGarbage()
}

/**
 * Runs a full garbage collection. This process is idle during the build, and an idle process keeps
 * its garbage: more than half a gigabyte at ten thousand products.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** The variables that the pages depend on, sorted by name. */
function toBuildEnv(env: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      Boolean(entry[1]) && (BUILD_VARIABLES.includes(entry[0]) || entry[0].startsWith('PUBLIC_')),
  )
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function build(
  options: PublishOptions,
  folder: string,
  snapshot: Snapshot,
  total: number,
): Promise<void> {
  const { root, signal, onProgress } = options
  const file = join(folder, 'catalogue.json')
  writeSnapshot(snapshot, file, total)
  onProgress(`Building ${total} product pages and the rest of the site.`)
  const buildDir = createBuildDir(root, join(folder, 'site'))
  const { outDir } = buildDir
  const progress = setInterval(() => {
    const pages = countFiles(join(outDir, 'product'))
    if (pages > 0 && pages < total) onProgress(`${pages} of ${total} product pages are built.`)
  }, PROGRESS_INTERVAL_MS)
  try {
    await runAstroBuild({ root, catalogueFile: file, outDir, env: toBuildEnv(options.env), signal })
    buildDir.moveIntoPlace()
  } finally {
    clearInterval(progress)
    buildDir.remove()
    rmSync(file, { force: true })
  }
}

function countFiles(folder: string): number {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}
