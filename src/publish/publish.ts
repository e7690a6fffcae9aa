import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CatalogueError, fetchCatalogue } from '#src/catalog/fetch-catalogue.ts'
import {
  type CatalogueIndex,
  countSitemaps,
  createFingerprints,
  hashOf,
  indexCatalogue,
  listListingPages,
} from '#src/catalog/inputs.ts'
import type { Catalogue, Product } from '#src/contract/catalog.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { assertWritable } from '#src/server/startup-error.ts'
import { codeHash } from './code-hash.ts'
import { type CompiledSite, compile, toBuildError } from './compile.ts'
import { keepOldAssets } from './keep-old-assets.ts'
import { linkFile } from './link-file.ts'
import { acquireLock } from './lock.ts'
import { precompress } from './precompress.ts'
import { PublishError } from './publish-error.ts'
import { findRelease, type Release, type ReleaseFile, writeRelease } from './release.ts'
import {
  createReleaseId,
  findCurrentReleaseId,
  getReleasesDir,
  pruneReleases,
  removeLeftovers,
  setCurrentRelease,
} from './releases.ts'
import { createRenderPool, type PageTarget, type RenderPool } from './render-pool.ts'

export interface PublisherOptions {
  /** The project's root folder. */
  root: string
  dataDir: string
  /** Root of the product API, e.g. `http://127.0.0.1:4321/api`. */
  apiUrl: string
  /** Reads the catalogue in another way than from the API. */
  catalogue?: (() => Promise<Catalogue>) | undefined
  /** Environment variables; those that the pages depend on are picked from it. */
  env: Record<string, string | undefined>
  /** Called with a sentence for the operator at each step. */
  onProgress: (line: string) => void
  /** Called as pages are rendered; replaces the lines about them. */
  onPages?: ((done: number, total: number) => void) | undefined
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
}

export interface Publisher extends AsyncDisposable {
  /**
   * Publishes the API's current catalogue and makes it the live release atomically. Only pages that
   * a change touches are rendered; without a change, nothing is.
   * @throws PublishError when the live release stays.
   */
  publish(): Promise<PublishResult>
}

/** A catalogue below this share of the live one is treated as a mistake. */
const MIN_SHARE = 0.8
const PROGRESS_INTERVAL_MS = 5_000

/** Variables without the prefix `PUBLIC_` that the pages depend on. */
const BUILD_VARIABLES = ['SITE_URL', 'MEDIA_ORIGIN']

/** Pages that every release must have, beside the product pages. */
const REQUIRED_PAGES = ['/', '/shop', '/404']

/** By path: the fingerprints of the page's inputs when it was rendered, by input id. */
type RecordedInputs = Record<string, Record<string, string>>

const INPUTS_FILE = 'inputs.json'

/** A state of the project, to which releases belong. */
interface Previous {
  folder: string
  release: Release
  inputs: RecordedInputs
}

/** A publisher that keeps the compiled site in memory between publishes. */
export function createPublisher(options: PublisherOptions): Publisher {
  const releases = getReleasesDir(resolve(options.dataDir))
  const products = createProductMemory()
  let code: string | undefined
  let latest: Previous | undefined
  let pruning: Promise<unknown> = Promise.resolve()
  let pool: { key: string; threads: RenderPool } | undefined

  const getPool = async ({ key, entry }: CompiledSite, env: Record<string, string>) => {
    if (pool?.key === key) return pool.threads
    await pool?.threads[Symbol.asyncDispose]()
    pool = { key, threads: createRenderPool(entry, env['SITE_URL'] ?? 'http://localhost', env) }
    return pool.threads
  }

  async function publishLocked(): Promise<PublishResult> {
    const { root, signal, onProgress } = options
    removeLeftovers(releases)
    signal?.throwIfAborted()
    const catalogue = await readCatalogue(options)
    const index = indexCatalogue(products(catalogue.products))
    signal?.throwIfAborted()
    const env = toBuildEnv(options.env)
    // What this process has loaded is not changed by an edit of the source.
    code ??= codeHash(root, join(releases, 'code-hashes.json'))
    const key = hash('sha256', `${code}\n${JSON.stringify(env)}`, 'hex').slice(0, 32)
    const previous = readPrevious(releases, latest)
    const { moved, gone } = toFormerPaths(catalogue)
    const content = [...index.products.map(hashOf), JSON.stringify([moved, gone])].join('\n')
    const fingerprint = hash('sha256', `${key}\n${content}`, 'hex')
    if (previous?.release.fingerprint === fingerprint && !options.full)
      return { release: previous.release, built: false, rendered: 0 }
    if (previous && !options.acceptFewer)
      assertNotShrunk(previous.release.products, index.products.length)

    const compiled = await compile({ root, key, env, onProgress, signal })
    signal?.throwIfAborted()
    const builtAt = new Date()
    const id = createReleaseId(builtAt, fingerprint)
    const folder = join(releases, `${id}.tmp`)
    try {
      const site = join(folder, 'site')
      mkdirSync(site, { recursive: true })
      const base = previous?.release.compiled === key && !options.full ? previous : undefined
      const plan = planPages(compiled, index, base)
      for (const file of Object.values(compiled.files)) linkFile(compiled.client, site, file)
      const files: Record<string, ReleaseFile> = { ...compiled.files }
      for (const [path, file] of plan.kept) {
        linkFile(join(base?.folder ?? '', 'site'), site, file)
        files[path] = file
      }
      const threads = await getPool(compiled, env)
      const pages = await renderPages(threads, plan.targets, index, site, options)
      if (!base) onProgress('Checking and packing the pages.')
      const policy = findPolicy(pages.policies, base?.release.policy)
      Object.assign(files, pages.files)
      assertComplete(files, index)
      // Pages of a small change are compressed on their first request instead.
      if (!base) await precompress(site, pages.files)
      if (previous)
        keepOldAssets(
          { site: join(previous.folder, 'site'), files: previous.release.files },
          site,
          files,
          builtAt,
        )
      const release: Release = {
        id,
        fingerprint,
        builtAt: builtAt.toISOString(),
        products: index.products.length,
        compiled: key,
        policy,
        moved,
        gone,
        files,
      }
      writeRelease(folder, release)
      const inputs: RecordedInputs = { ...plan.inputs, ...pages.inputs }
      writeFileSync(join(folder, INPUTS_FILE), JSON.stringify(inputs))
      signal?.throwIfAborted()
      const shared = new Set(plan.kept.map(([, { file }]) => join(site, file)))
      await setCurrentRelease(releases, id, folder, shared)
      latest = { folder: join(releases, id), release, inputs }
      // Beside the next steps: removing ten thousand files takes longer than linking them.
      pruning = Promise.all([pruning, pruneReleases(releases).catch(() => {})])
      return { release, built: true, rendered: plan.targets.length }
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
  }

  return {
    async publish() {
      assertWritable(releases)
      const unlock = await acquireLock(
        releases,
        () => options.onProgress('Another publish is running, waiting for it.'),
        options.signal,
      )
      try {
        return await publishLocked()
      } finally {
        unlock()
      }
    },
    async [Symbol.asyncDispose]() {
      await pruning
      await pool?.threads[Symbol.asyncDispose]()
    },
  }
}

/** Publishes once. */
export async function publish(options: PublisherOptions): Promise<PublishResult> {
  await using publisher = createPublisher(options)
  return await publisher.publish()
}

const toFormerPaths = ({ moved, gone }: Catalogue) => ({
  moved: Object.fromEntries(
    Object.entries(moved).map(([from, to]) => [productPath(from), productPath(to)]),
  ),
  gone: gone.map(productPath),
})

async function readCatalogue({ catalogue, apiUrl }: PublisherOptions): Promise<Catalogue> {
  try {
    return await (catalogue ? catalogue() : fetchCatalogue(apiUrl))
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

/** @param latest what this process has published. */
function readPrevious(releases: string, latest?: Previous): Previous | undefined {
  const id = findCurrentReleaseId(releases)
  if (id !== undefined && latest?.release.id === id) return latest
  const release = findRelease(releases, id)
  if (id === undefined || !release) return undefined
  const folder = join(releases, id)
  try {
    const text = readFileSync(join(folder, INPUTS_FILE), 'utf8')
    return { folder, release, inputs: JSON.parse(text) as RecordedInputs }
  } catch {
    return { folder, release, inputs: {} }
  }
}

function assertNotShrunk(before: number, now: number): void {
  if (now >= before * MIN_SHARE) return
  throw new PublishError(
    `The catalogue has ${now} products where the live site has ${before}: correct the catalogue, or set ACCEPT_FEWER=true to publish it as it is.`,
  )
}

/** The variables that the pages depend on, sorted by name. */
function toBuildEnv(env: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      Boolean(entry[1]) && (BUILD_VARIABLES.includes(entry[0]) || entry[0].startsWith('PUBLIC_')),
  )
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Keys of the pages of each route with a parameter. */
const routeKeys: Record<string, (index: CatalogueIndex) => string[]> = {
  '/product/[slug]': ({ products }) => products.map(({ slug }) => slug),
  [`${paths.shop}/[...name]`]: listListingPages,
  '/sitemap-[part].xml': (index) =>
    Array.from({ length: countSitemaps(index) }, (_, at) => String(at)),
}

function listTargets({ routes }: CompiledSite, index: CatalogueIndex): PageTarget[] {
  return routes.flatMap(({ pattern, params, isPage }) => {
    const toTarget = (path: string): PageTarget => ({
      path,
      file: isPage ? `${path === '/' ? 'index' : path.slice(1)}.html` : path.slice(1),
    })
    if (params.length === 0) return [toTarget(pattern)]
    const keys = routeKeys[pattern]
    if (!keys)
      throw new PublishError(
        `The publisher does not know the pages of ${pattern}: name them in src/publish/publish.ts.`,
      )
    return keys(index).map((key) => toTarget(pattern.replace(/\[.*?\]/, key)))
  })
}

interface Plan {
  /** What is rendered. */
  targets: PageTarget[]
  /** What the previous release shares, and its recorded inputs. */
  kept: [path: string, ReleaseFile][]
  inputs: RecordedInputs
}

/** Divides the pages into those whose inputs have changed, and the others. */
function planPages(compiled: CompiledSite, index: CatalogueIndex, base?: Previous): Plan {
  const fingerprintOf = createFingerprints(index)
  const plan: Plan = { targets: [], kept: [], inputs: {} }
  for (const target of listTargets(compiled, index)) {
    const recorded = base?.inputs[target.path]
    const file = base?.release.files[target.path]
    const isSame =
      recorded && Object.entries(recorded).every(([id, value]) => fingerprintOf(id) === value)
    if (isSame && file) {
      plan.kept.push([target.path, file])
      plan.inputs[target.path] = recorded
    } else plan.targets.push(target)
  }
  return plan
}

interface RenderedPages {
  files: Record<string, ReleaseFile>
  inputs: RecordedInputs
  /** By policy: the first page that has it. */
  policies: Map<string, string>
}

async function renderPages(
  threads: RenderPool,
  targets: PageTarget[],
  index: CatalogueIndex,
  site: string,
  { root, signal, onProgress, onPages }: PublisherOptions,
): Promise<RenderedPages> {
  const fingerprintOf = createFingerprints(index)
  const pages: RenderedPages = { files: {}, inputs: {}, policies: new Map() }
  let done = 0
  let reportedAt = performance.now()
  if (targets.length > 1_000) onProgress(`Rendering ${targets.length} pages.`)
  try {
    await threads.render(targets, index, site, (rendered) => {
      signal?.throwIfAborted()
      for (const { path, file, inputs, policy } of rendered) {
        pages.files[path] = file
        pages.inputs[path] = Object.fromEntries(inputs.map((id) => [id, fingerprintOf(id)]))
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

/** The Content-Security-Policy is the same on all pages. */
function findPolicy(policies: Map<string, string>, previous: string | undefined): string {
  const [policy = previous, ...others] = policies.keys()
  if (policy === undefined) throw new PublishError('The build made no page at all.')
  const other = others[0] ?? (previous !== undefined && previous !== policy ? policy : undefined)
  if (other === undefined) return policy
  throw new PublishError(
    `The page ${policies.get(other)} has another Content-Security-Policy than the pages before it: no style or script of its own may stand in it inline.`,
  )
}

function assertComplete(files: Record<string, ReleaseFile>, { products }: CatalogueIndex): void {
  const required = [...REQUIRED_PAGES, ...products.map(({ slug }) => productPath(slug))]
  const missing = required.filter((path) => !(path in files))
  if (missing.length === 0) return
  const examples = missing.slice(0, 3).join(', ')
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  throw new PublishError(`The build is not whole: ${examples}${more} missing.`)
}
