import { hash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CatalogueError, fetchCatalogue } from '#src/catalog/fetch-catalogue.ts'
import {
  type CatalogueIndex,
  createFingerprints,
  type Fingerprints,
  hashOf,
  indexCatalogue,
} from '#src/catalog/inputs.ts'
import type { Catalogue, Product } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'
import { assertWritable } from '#src/server/startup-error.ts'
import { assertComplete, assertNotShrunk, findPolicy } from './check-release.ts'
import { codeHash } from './code-hash.ts'
import { type CompiledSite, compile, toBuildError } from './compile.ts'
import { getStoreDir, toStoreName } from './file-store.ts'
import { keepOldAssets } from './keep-old-assets.ts'
import { linkFile } from './link-file.ts'
import { acquireLock } from './lock.ts'
import { describeFeedFaults, planPages } from './plan-pages.ts'
import { precompress } from './precompress.ts'
import { PublishError } from './publish-error.ts'
import {
  findRelease,
  type Release,
  type ReleaseFile,
  type ReleaseHeader,
  writeRelease,
} from './release.ts'
import {
  createReleaseId,
  findCurrentReleaseId,
  getReleasesDir,
  pruneFiles,
  pruneReleases,
  removeLeftovers,
  setCurrentRelease,
} from './releases.ts'
import { createRenderPool, type PageTarget, type RenderPool } from './render-pool.ts'

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

export interface Publisher extends AsyncDisposable {
  /**
   * Publishes the API's current catalogue and makes it the live release atomically. Only pages that
   * a change touches are rendered; without a change, nothing is.
   * @param options `maxDeferrable` bounds the number of pages that are rendered although they show
   *   little of the change (src/catalog/inputs.ts); the others are left to the next publish.
   * @throws PublishError when the live release stays.
   */
  publish(options?: { maxDeferrable?: number }): Promise<PublishResult>
  /** Prepares for a publish of few pages: reads the catalogue and starts a thread. */
  warm(): Promise<void>
}

const PROGRESS_INTERVAL_MS = 5_000

/** Rendered pages after which files without a release are removed. */
const SWEEP_INTERVAL = 2_000

/** Variables without the prefix `PUBLIC_` that the pages depend on. */
const BUILD_VARIABLES = ['SITE_URL', 'MEDIA_ORIGIN']

/** A publisher that keeps the compiled site in memory between publishes. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { root, signal, onProgress } = options
  const releases = getReleasesDir(resolve(options.dataDir))
  const store = getStoreDir(releases)
  const products = createProductMemory()
  const env = toBuildEnv(options.env)
  // What this process has loaded is not changed by an edit of the source.
  let code: string | undefined
  let latest: Release | undefined
  let fingerprints: Fingerprints | undefined
  let pool: { compiled: CompiledSite; threads: RenderPool } | undefined
  // The publishes of earlier processes are not counted.
  let unswept = SWEEP_INTERVAL
  /** Work after a publish, which the next one waits for. */
  let pending: Promise<unknown> = Promise.resolve()

  function getKey(): string {
    code ??= codeHash(root, join(releases, 'code-hashes.json'))
    return hash('sha256', `${code}\n${JSON.stringify(env)}`, 'hex').slice(0, 32)
  }

  async function getPool(): Promise<{ compiled: CompiledSite; threads: RenderPool }> {
    const key = getKey()
    if (pool?.compiled.key === key) return pool
    await pool?.threads[Symbol.asyncDispose]()
    const compiled = await compile({ root, key, env, onProgress, signal })
    const origin = env['SITE_URL'] ?? 'http://localhost'
    pool = { compiled, threads: createRenderPool({ entry: compiled.entry, origin, store }, env) }
    return pool
  }

  /** The live release. What this process has published is not read again. */
  function readPrevious(): Release | undefined {
    const id = findCurrentReleaseId(releases)
    if (latest === undefined || latest.id !== id) latest = findRelease(releases, id, latest)
    return latest
  }

  async function publishLocked(maxDeferrable: number): Promise<PublishResult> {
    removeLeftovers(releases)
    const previous = readPrevious()
    const key = getKey()
    const same = { built: false, rendered: 0, deferred: false, phases: {} }
    const { phases, end } = createPhases()
    // Reading it takes as long as a page: the publish after those of saves records it.
    const version = maxDeferrable > 0 ? await options.catalogue?.getVersion?.() : undefined
    signal?.throwIfAborted()
    const isKnown = version !== undefined && previous?.version === version
    if (previous && isKnown && previous.compiled === key && !previous.deferred && !options.full)
      return { ...same, release: previous }
    const catalogue = await readCatalogue(options)
    end('read')
    const index = indexCatalogue(products(catalogue.products))
    signal?.throwIfAborted()
    const former = toFormerPaths(catalogue)
    const content = [...index.products.map(hashOf), JSON.stringify(former)].join('\n')
    const fingerprint = hash('sha256', `${key}\n${content}`, 'hex')
    const isSame =
      previous?.fingerprint === fingerprint && (maxDeferrable === 0 || !previous.deferred)
    if (previous && isSame && !options.full)
      return { ...same, release: previous, deferred: previous.deferred === true }
    if (previous && !options.acceptFewer) assertNotShrunk(previous.products, index.products.length)

    end('index')
    const { compiled, threads } = await getPool()
    end('compile')
    signal?.throwIfAborted()
    const builtAt = new Date()
    const id = createReleaseId(builtAt, fingerprint)
    const folder = join(releases, `${id}.tmp`)
    try {
      mkdirSync(folder, { recursive: true })
      const base = previous?.compiled === key && !options.full ? previous : undefined
      fingerprints = createFingerprints(index, fingerprints)
      const plan = planPages(compiled, index, fingerprints, base?.files, maxDeferrable)
      describeFeedFaults(plan.targets, index).forEach(onProgress)
      const assets = Object.entries(compiled.files)
      const files = new Map(
        assets.map(([path, file]) => [path, findSame(previous, path, file) ?? file]),
      )
      if (!base)
        for (const [, file] of assets)
          linkFile(join(compiled.client, file.file), join(store, toStoreName(file)), file)
      for (const [path, file] of plan.kept) files.set(path, file)
      end('plan')
      const pages = await renderPages(threads, plan.targets, index, fingerprints, options)
      end('render')
      if (!base) onProgress('Checking and packing the pages.')
      const policy = findPolicy(pages.policies, base?.policy)
      // Pages of a small change are compressed on their first request instead.
      if (!base) await precompress(store, pages.files, toStoreName)
      for (const [path, file] of Object.entries(pages.files)) files.set(path, file)
      assertComplete(files, index)
      if (previous) keepOldAssets(previous.files, files, builtAt)
      const header: ReleaseHeader = {
        ...{ id, fingerprint, version, deferred: plan.deferred, builtAt: builtAt.toISOString() },
        ...{ products: index.products.length, compiled: key, policy },
        ...former,
      }
      const release = writeRelease(releases, folder, { ...header, files }, base)
      await options.onRelease?.(folder, release)
      signal?.throwIfAborted()
      end('write')
      await setCurrentRelease(releases, id, folder, listAdded(release, base))
      end('flush')
      latest = release
      const { deferred, targets } = plan
      return { release, built: true, rendered: targets.length, deferred, phases }
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
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

  return {
    async publish({ maxDeferrable = Number.POSITIVE_INFINITY } = {}) {
      assertWritable(releases)
      await pending
      const unlock = await acquireLock(
        releases,
        () => onProgress('Another publish is running, waiting for it.'),
        signal,
      )
      try {
        const result = await publishLocked(maxDeferrable)
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
    async warm() {
      const warming = pending.then(async () => {
        const index = indexCatalogue(products((await readCatalogue(options)).products))
        const { threads } = await getPool()
        await threads.render([], index, () => {})
      })
      pending = warming.catch(() => {})
      await warming
    },
    async [Symbol.asyncDispose]() {
      await pending
      await pool?.threads[Symbol.asyncDispose]()
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

const toFormerPaths = ({ moved, gone }: Catalogue) => ({
  moved: Object.fromEntries(
    Object.entries(moved).map(([from, to]) => [productPath(from), productPath(to)]),
  ),
  gone: gone.map(productPath),
})

/** The file of the previous release, if it is the same: what a release shares is not listed again. */
function findSame(previous: Release | undefined, path: string, { etag }: ReleaseFile) {
  const known = previous?.files.get(path)
  return known?.etag === etag && known.retiredAt === undefined ? known : undefined
}

/** Names of the files in the store that the release before does not have. */
function listAdded({ files, base }: Release, before: Release | undefined): Set<string> {
  const names = new Set<string>()
  if (base.name !== before?.base.name) names.add(base.name)
  for (const [path, file] of files) {
    if (before?.files.get(path) === file) continue
    const name = toStoreName(file)
    names.add(name)
    if (file.br !== undefined) names.add(`${name}.br`)
    if (file.gz !== undefined) names.add(`${name}.gz`)
  }
  return names
}

async function readCatalogue({ catalogue, apiUrl }: PublisherOptions): Promise<Catalogue> {
  try {
    return await (catalogue ? catalogue.read() : fetchCatalogue(apiUrl))
  } catch (error) {
    if (error instanceof CatalogueError) throw new PublishError(error.message, { cause: error })
    throw error
  }
}

/**
 * Replaces products that equal those of the last call by these, so that what is remembered of a
 * product (its fingerprint, its place in a thread) holds for the next publish.
 */
function createProductMemory(): (products: Product[]) => Product[] {
  let known = new Map<string, Product>()
  return (products) => {
    const current = products.map((product) => {
      const before = known.get(product.slug)
      return before && before !== product && hashOf(before) === hashOf(product) ? before : product
    })
    known = new Map(current.map((product) => [product.slug, product]))
    return current
  }
}

/** The variables that the pages depend on, sorted by name. */
function toBuildEnv(env: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      Boolean(entry[1]) && (BUILD_VARIABLES.includes(entry[0]) || entry[0].startsWith('PUBLIC_')),
  )
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface RenderedPages {
  files: Record<string, ReleaseFile>
  /** By policy: the first page that has it. */
  policies: Map<string, string>
}

async function renderPages(
  threads: RenderPool,
  targets: PageTarget[],
  index: CatalogueIndex,
  fingerprints: Fingerprints,
  { root, signal, onProgress, onPages }: PublisherOptions,
): Promise<RenderedPages> {
  const pages: RenderedPages = { files: {}, policies: new Map() }
  let done = 0
  let reportedAt = performance.now()
  if (targets.length > 1_000) onProgress(`Rendering ${targets.length} pages.`)
  try {
    await threads.render(targets, index, (rendered) => {
      signal?.throwIfAborted()
      for (const { path, file, inputs, policy } of rendered) {
        const read = Object.fromEntries(inputs.map((id) => [id, fingerprints.get(id)]))
        pages.files[path] = { ...file, inputs: read }
        if (policy !== undefined && !pages.policies.has(policy)) pages.policies.set(policy, path)
      }
      done += rendered.length
      onPages?.(done, targets.length)
      if (onPages || performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return
      reportedAt = performance.now()
      onProgress(`${done} of ${targets.length} pages are rendered.`)
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw toBuildError(error instanceof Error ? error.message : String(error), root)
  }
  return pages
}
