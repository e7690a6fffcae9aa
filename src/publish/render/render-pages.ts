import { hash } from 'node:crypto'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { codeHash } from './code-hash.ts'
import { type CompiledSite, compile, toBuildEnv, toBuildError } from './compile.ts'
import type { SiteState } from '../plan/plan-pages.ts'
import type { PublisherOptions } from '../publisher.ts'
import type { ReleaseFile } from '../release/release.ts'
import { getStoreDir, toStoreName } from '../release/release-files.ts'
import { FLUSH_CONCURRENCY, flush } from '../release/releases.ts'
import { createRenderPool, type PageTarget, type RenderPool } from './render-pool.ts'

const PROGRESS_INTERVAL_MS = 5_000

type RenderOptions = Pick<PublisherOptions, 'root' | 'signal' | 'onProgress' | 'onPages'>

export interface RenderedPages {
  files: Record<string, ReleaseFile>
  /** By policy: the first page that has it. */
  policies: Map<string, string>
}

/**
 * Renders and stores pages, and flushes them while the next ones are rendered.
 * @param store the folder of the files.
 * @throws PublishError with the reason of the first page that failed.
 */
export async function renderPages(
  threads: RenderPool,
  targets: PageTarget[],
  { index, fingerprints }: Pick<SiteState, 'index' | 'fingerprints'>,
  store: string,
  { root, signal, onProgress, onPages }: RenderOptions,
): Promise<RenderedPages> {
  const pages: RenderedPages = { files: {}, policies: new Map() }
  const limit = pLimit(FLUSH_CONCURRENCY)
  let flushed: Promise<unknown> = Promise.resolve()
  let done = 0
  let reportedAt = performance.now()
  if (targets.length > 1_000) onProgress(`Rendering ${targets.length} pages.`)
  try {
    await threads.render(targets, index, (rendered) => {
      signal?.throwIfAborted()
      for (const { path, file, inputs, policy } of rendered) {
        const read = inputs.flatMap((id) => [id, fingerprints.get(id)])
        pages.files[path] = { ...file, inputs: read }
        if (policy !== undefined && !pages.policies.has(policy)) pages.policies.set(policy, path)
      }
      const stored = rendered.map(({ file }) => join(store, toStoreName(file)))
      flushed = Promise.all([flushed, limit.map(stored, flush)])
      // Awaited below.
      flushed.catch(() => {})
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
  await flushed
  return pages
}

interface RunningSite {
  compiled: CompiledSite
  threads: RenderPool
}

export interface SiteRenderer {
  /** Hash of the code and settings of now. */
  getKey(): string
  /** The site compiled from them, and the threads that have loaded it. */
  getThreads(): Promise<RunningSite>
  /** Ends the compilation and the threads. */
  close(): Promise<void>
}

/** Compiles the site, and starts a thread, when they are first needed. */
export function createSiteRenderer(options: PublisherOptions, releases: string): SiteRenderer {
  const { root, onProgress, signal } = options
  const env = toBuildEnv(options.env)
  // What this process has loaded is not changed by an edit of the source.
  let code: string | undefined
  let running: Promise<RunningSite> | undefined
  const closing = new AbortController()

  function getKey(): string {
    code ??= codeHash(root, join(releases, 'code-hashes.json'))
    return hash('sha256', `${code}\n${JSON.stringify(env)}`, 'hex').slice(0, 32)
  }

  async function start(): Promise<RunningSite> {
    const aborted = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
    const compiled = await compile({ root, key: getKey(), env, onProgress, signal: aborted })
    const origin = env['SITE_URL'] ?? 'http://localhost'
    const data = { entry: compiled.entry, origin, store: getStoreDir(releases) }
    return { compiled, threads: createRenderPool(data, env) }
  }

  return {
    getKey,
    getThreads() {
      running ??= start().catch((error: unknown) => {
        running = undefined
        throw error
      })
      return running
    },
    async close() {
      closing.abort()
      const site = await running?.catch(() => undefined)
      await site?.threads[Symbol.asyncDispose]()
    },
  }
}
