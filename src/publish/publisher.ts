import { hash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CatalogueIndex, hashOf, indexCatalogue } from '#src/catalog/catalogue-index.ts'
import { createFingerprints } from '#src/catalog/inputs.ts'
import { CatalogueError, fetchCatalogue } from '#src/catalog/load-catalogue.ts'
import type { Catalogue } from '#src/contract/catalog.ts'
import { acquireLock } from '#src/server/db/file-lock.ts'
import { assertWritable } from '#src/server/startup-error.ts'
import { toBuildError } from './render/compile.ts'
import { createPlanner, describeFeedFaults, listTargets } from './plan/plan-pages.ts'
import { describeDiskError, PublishError } from './publish-error.ts'
import { findRelease, type Release, type ReleaseHeader, toFormerPaths } from './release/release.ts'
import { getStoreDir } from './release/release-files.ts'
import { assertNotShrunk, findPolicy, writeChanges, writeWhole } from './release/release-writer.ts'
import {
  createReleaseId,
  findCurrentReleaseId,
  getReleasesDir,
  linkCurrentRelease,
  listReleases,
  pruneFiles,
  pruneReleases,
  removeLeftovers,
  setCurrentRelease,
} from './release/releases.ts'
import { createSiteRenderer, renderPages } from './render/render-pages.ts'

export interface CatalogueSource {
  read(): Promise<Catalogue>
  /** A text that differs when the catalogue does. An equal one need not be read. */
  getVersion?(): Promise<string>
}

export interface PublisherOptions {
  /** The project's root folder. */
  root: string
  dataDir: string
  /** Root of the product API, e.g. `http://127.0.0.1:4321/api`. */
  apiUrl: string
  /** Reads the catalogue in another way than from the API. */
  catalogue?: CatalogueSource | undefined
  /** Environment variables; those that the pages depend on are picked from it. */
  env: Record<string, string | undefined>
  /** Called with a sentence for the operator at each step. */
  onProgress: (line: string) => void
  /** Called as pages are rendered; replaces the lines about them. */
  onPages?: ((done: number, total: number) => void) | undefined
  /** Called before a release goes live, to write more into its folder. */
  onRelease?: ((folder: string, release: Release) => Promise<void>) | undefined
  /** Publishes a catalogue that lost more than a fifth of its products. */
  acceptFewer?: boolean
  /** Renders every page, also those whose inputs have not changed. */
  full?: boolean
  signal?: AbortSignal | undefined
}

export interface PublishResult {
  release: Release
  /** False when nothing has changed since the live release. */
  built: boolean
  /** Number of pages that were rendered; the others are shared with the previous release. */
  rendered: number
  /** Whether pages are left to the next publish. */
  deferred: boolean
  /** Milliseconds of each phase, when a release was built. */
  phases: Record<string, number>
}

export interface PublishOptions {
  maxDeferrable?: number
  acceptedProducts?: number
}

export interface Publisher extends AsyncDisposable {
  /**
   * Publishes the API's current catalogue and makes it the live release atomically. Only pages that
   * a change touches are rendered; without a change, nothing is.
   * @param options `maxDeferrable` bounds the number of pages that are rendered although they show
   *   little of the change (src/catalog/inputs.ts); the others are left to the next publish.
   *   `acceptedProducts` is a number of products that is published although the site has many more.
   * @throws PublishError when the live release stays.
   */
  publish(options?: PublishOptions): Promise<PublishResult>
  /** Whether the live release is of the code and settings of now; else every page is rendered. */
  hasCurrentCode(): boolean
  /** Prepares for a publish of few pages: reads the catalogue and starts a thread. */
  warm(): Promise<void>
  /**
   * Makes a kept release the live one again.
   * @throws PublishError when its files are gone.
   */
  rollBack(id: string): Promise<Release>
  /** Ids of the releases whose files exist. */
  listReleases(): string[]
}

/** Rendered pages after which files without a release are removed. */
const SWEEP_INTERVAL = 2_000

/** A publisher that keeps the compiled site in memory between publishes. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { root, signal, onProgress } = options
  const releases = getReleasesDir(resolve(options.dataDir))
  const planner = createPlanner()
  const getFingerprints = createFingerprints()
  const { getKey, getThreads, close } = createSiteRenderer(options, releases)
  let latest: Release | undefined
  let latestIndex: CatalogueIndex | undefined
  // The publishes of earlier processes are not counted.
  let unswept = SWEEP_INTERVAL
  /** Work after a publish, which the next one waits for. */
  let pending: Promise<unknown> = Promise.resolve()

  /** The live release. What this process has published is not read again. */
  function readPrevious(): Release | undefined {
    const id = findCurrentReleaseId(releases)
    if (latest === undefined || latest.id !== id) latest = findRelease(releases, id, latest)
    return latest
  }

  /** Products that have not changed are the objects of the last state. */
  function toIndex({ products }: Catalogue): CatalogueIndex {
    latestIndex = indexCatalogue(products, latestIndex)
    return latestIndex
  }

  async function publishLocked({
    maxDeferrable = Number.POSITIVE_INFINITY,
    acceptedProducts = Number.POSITIVE_INFINITY,
  }: PublishOptions): Promise<PublishResult> {
    removeLeftovers(releases)
    const previous = readPrevious()
    const key = getKey()
    const same = { built: false, rendered: 0, deferred: false, phases: {} }
    const { phases, end } = createPhases()
    // Reading it takes as long as a page: the publish after those of saves records it.
    const version = maxDeferrable > 0 ? await options.catalogue?.getVersion?.() : undefined
    const isKnown = version !== undefined && previous?.version === version
    if (previous && isKnown && previous.compiled === key && !previous.deferred && !options.full)
      return { ...same, release: previous }
    // Where every page is rendered, the site is compiled while the catalogue is read.
    const isWhole = options.full || previous?.compiled !== key
    const site = isWhole ? getThreads() : undefined
    site?.catch(() => {})
    const catalogue = await readCatalogue(options)
    end('read')
    const index = toIndex(catalogue)
    signal?.throwIfAborted()
    const former = toFormerPaths(catalogue)
    const content = [...index.products.map(hashOf), JSON.stringify(former)].join('\n')
    const fingerprint = hash('sha256', `${key}\n${content}`, 'hex')
    const isSame =
      previous?.fingerprint === fingerprint && (maxDeferrable === 0 || !previous.deferred)
    if (previous && isSame && !options.full)
      return { ...same, release: previous, deferred: previous.deferred === true }
    if (previous && !options.acceptFewer)
      assertNotShrunk(previous.products, index.products.length, acceptedProducts)
    end('index')
    const { compiled, threads } = await (site ?? getThreads())
    end('compile')
    signal?.throwIfAborted()
    const builtAt = new Date()
    const id = createReleaseId(builtAt, fingerprint)
    const folder = join(releases, `${id}.tmp`)
    const base = isWhole ? undefined : previous
    // A thread takes the catalogue while few pages are chosen; what fails here fails again below.
    const prepared = base && threads.render([], index, () => {}).catch(() => {})
    try {
      mkdirSync(folder, { recursive: true })
      const fingerprints = getFingerprints(index)
      const state = { index, fingerprints, targets: listTargets(compiled, index) }
      const { targets, removed, deferred } = planner.plan(state, base?.files, maxDeferrable)
      describeFeedFaults(targets, index).forEach(onProgress)
      end('plan')
      await prepared
      const pages = await renderPages(threads, targets, state, getStoreDir(releases), options)
      end('render')
      const header: ReleaseHeader = {
        ...{ id, fingerprint, version, deferred, builtAt: builtAt.toISOString() },
        ...{ products: index.products.length, compiled: key },
        policy: findPolicy(pages.policies, base?.policy),
        ...former,
      }
      if (!base) onProgress('Checking and packing the pages.')
      const target = { releases, folder, header }
      const { release, stored } = base
        ? writeChanges(target, base, pages.files, removed)
        : await writeWhole(target, compiled, index, pages.files, previous)
      await options.onRelease?.(folder, release)
      signal?.throwIfAborted()
      end('write')
      await setCurrentRelease(releases, id, folder, stored)
      end('flush')
      planner.record(state, release.files, pages.files)
      latest = release
      return { release, built: true, rendered: targets.length, deferred, phases }
    } catch (error) {
      await prepared
      rmSync(folder, { recursive: true, force: true })
      const reason = describeDiskError(error)
      throw reason === undefined ? error : toBuildError(reason, root)
    }
  }

  /** Removes what no kept release needs; files only when there may be many. */
  async function prune({ built, rendered }: PublishResult): Promise<void> {
    if (!built) return
    unswept += rendered
    await pruneReleases(releases)
    if (unswept < SWEEP_INTERVAL) return
    await pruneFiles(releases)
    unswept = 0
  }

  async function lock(): Promise<() => void> {
    await pending
    const onWait = () => onProgress('Another publish is running, waiting for it.')
    return acquireLock(join(releases, 'publish.lock'), onWait, signal)
  }

  return {
    async publish(given = {}) {
      assertWritable(releases)
      const unlock = await lock()
      try {
        const result = await publishLocked(given)
        // Beside the caller's next steps, and before the next publish.
        pending = prune(result)
          .catch(() => {})
          .finally(unlock)
        return result
      } catch (error) {
        unlock()
        throw error
      }
    },
    hasCurrentCode: () => readPrevious()?.compiled === getKey(),
    async warm() {
      const warming = pending.then(async () => {
        const index = toIndex(await readCatalogue(options))
        const { threads } = await getThreads()
        await threads.render([], index, () => {})
      })
      pending = warming.catch(() => {})
      await warming
    },
    async rollBack(id) {
      const unlock = await lock()
      try {
        const release = findRelease(releases, id, latest)
        if (!release) throw new PublishError(`The files of the release ${id} are gone.`)
        await linkCurrentRelease(releases, id)
        return release
      } finally {
        unlock()
      }
    },
    listReleases: () => listReleases(releases),
    async [Symbol.asyncDispose]() {
      await pending
      await close()
    },
  }
}

/** Publishes once. */
export async function publish(options: PublisherOptions): Promise<PublishResult> {
  await using publisher = createPublisher(options)
  return await publisher.publish()
}

/** Measures the time from the end of one phase to the end of the next one. */
function createPhases() {
  const phases: Record<string, number> = {}
  let since = performance.now()
  const end = (name: string) => {
    const now = performance.now()
    phases[name] = Math.round(now - since)
    since = now
  }
  return { phases, end }
}

async function readCatalogue({ catalogue, apiUrl }: PublisherOptions): Promise<Catalogue> {
  try {
    return await (catalogue ? catalogue.read() : fetchCatalogue(apiUrl))
  } catch (error) {
    if (error instanceof CatalogueError) throw new PublishError(error.message, { cause: error })
    throw error
  }
}
