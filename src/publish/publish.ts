import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CatalogueError, fetchCatalogue } from '#src/catalog/fetch-catalogue.ts'
import type { Catalogue } from '#src/contract/catalog.ts'
import { assertWritable } from '#src/server/startup-error.ts'
import { assembleRelease } from './assemble-release.ts'
import { runAstroBuild } from './astro-build.ts'
import { createBuildDir } from './build-dir.ts'
import { toBuildEnv } from './build-env.ts'
import { codeHash } from './code-hash.ts'
import { collectGarbage } from './collect-garbage.ts'
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
  /** Variables that shape the site; only those that do are looked at. */
  env: Record<string, string | undefined>
  /** Told in calm words what is going on. */
  onProgress: (line: string) => void
  /** Lets a catalogue that lost more than a fifth of its products be published. */
  acceptFewer?: boolean
  signal?: AbortSignal | undefined
}

export interface PublishResult {
  release: Release
  /** False when nothing had changed since the live release. */
  built: boolean
}

/** A catalogue smaller than this share of the live one is taken for a mistake. */
const SMALLEST_SHARE = 0.8
const TELL_EVERY_MS = 5_000
/** From here on what a catalogue leaves in memory is worth a collection. */
const MANY_PRODUCTS = 1_500

interface Snapshot {
  /** Until it lies in a file. */
  catalogue: Catalogue | undefined
}

/**
 * Builds the site from the API's catalogue of this moment and makes it the live one in a single
 * step; when nothing changed, leaves all as it is.
 * @throws PublishFailed in every case in which the live release stays.
 */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  const releases = getReleasesDir(resolve(options.dataDir))
  assertWritable(releases)
  const unlock = await acquireLock(
    releases,
    () => options.onProgress('Another publish is under way, waiting for it.'),
    options.signal,
  )
  try {
    return await publishAlone(options, releases)
  } finally {
    unlock()
  }
}

async function publishAlone(options: PublishOptions, releases: string): Promise<PublishResult> {
  removeLeftovers(releases)
  options.signal?.throwIfAborted()
  const snapshot: Snapshot = { catalogue: await snapshotOf(options.apiUrl) }
  options.signal?.throwIfAborted()
  const slugs = snapshot.catalogue?.products.map((product) => product.slug) ?? []
  const live = findCurrentReleaseId(releases)
  const before = findRelease(releases, live)
  const fingerprint = fingerprintOf(options, releases, snapshot)
  if (before?.fingerprint === fingerprint) return { release: before, built: false }
  if (before && !options.acceptFewer) assertNotShrunk(before.products, slugs.length)

  const builtAt = new Date()
  const id = createReleaseId(builtAt, fingerprint)
  const folder = join(releases, `${id}.tmp`)
  try {
    await build(options, folder, snapshot, slugs.length)
    options.onProgress('Checking and packing the pages.')
    const earlier = before && live ? { folder: join(releases, live), release: before } : undefined
    const release = await assembleRelease({
      folder,
      id,
      fingerprint,
      builtAt,
      slugs,
      previous: earlier,
    })
    renameSync(folder, join(releases, id))
    setCurrentRelease(releases, id)
    pruneReleases(releases)
    return { release, built: true }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function snapshotOf(apiUrl: string): Promise<Catalogue> {
  try {
    return await fetchCatalogue(apiUrl)
  } catch (error) {
    if (error instanceof CatalogueError) throw new PublishError(error.message, { cause: error })
    throw error
  }
}

/** The catalogue counts by what it says: a revision may grow without any page being touched. */
function fingerprintOf(options: PublishOptions, releases: string, { catalogue }: Snapshot): string {
  const parts = [
    codeHash(options.root, join(releases, 'code-hashes.json')),
    hash('sha256', JSON.stringify(catalogue?.products), 'hex'),
    JSON.stringify(toBuildEnv(options.env)),
  ]
  return hash('sha256', parts.join('\n'), 'hex')
}

function assertNotShrunk(before: number, now: number): void {
  if (now >= before * SMALLEST_SHARE) return
  throw new PublishError(
    `The catalogue has ${now} products where the live site has ${before}: mend the catalogue, or set ACCEPT_FEWER=true to publish it as it is.`,
  )
}

/** Puts the catalogue into a file and lets go of it. */
function handOver(snapshot: Snapshot, file: string, products: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(snapshot.catalogue))
  snapshot.catalogue = undefined
  if (products >= MANY_PRODUCTS) collectGarbage()
}

async function build(
  options: PublishOptions,
  folder: string,
  snapshot: Snapshot,
  total: number,
): Promise<void> {
  const { root, signal, onProgress } = options
  const file = join(folder, 'catalogue.json')
  handOver(snapshot, file, total)
  onProgress(`Building ${total} product pages and the rest of the site.`)
  const workshop = createBuildDir(root, join(folder, 'site'))
  const { outDir } = workshop
  const telling = setInterval(() => {
    const made = countFiles(join(outDir, 'product'))
    if (made > 0 && made < total) onProgress(`${made} of ${total} product pages are built.`)
  }, TELL_EVERY_MS)
  try {
    await runAstroBuild({ root, catalogueFile: file, outDir, env: toBuildEnv(options.env), signal })
    workshop.moveIntoPlace()
  } finally {
    clearInterval(telling)
    workshop.remove()
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
