import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { type Page, type SitePages, toFileName } from '../plan/pages.ts'
import { describeDiskError, PublishError, toBuildError } from '../publish-error.ts'
import { getStoreDir, type ReleaseFile, toStoreName } from '../release/release-files.ts'
import { FLUSH_CONCURRENCY, flush } from '../release/releases.ts'
import { codeHash, toBuildEnv, toSiteKey } from './code-hash.ts'
import { type CompiledSite, compile } from './compile.ts'
import { type RenderedPage, startThread, type Thread } from './thread.ts'

/** Memory of a thread in a large publish, and the number of pages for which its start is worthwhile. */
const THREAD_BYTES = 600 * 2 ** 20
const PAGES_PER_THREAD = 300
/** From this number of pages on, a publish is large: about two seconds of processor time. */
const LARGE_PUBLISH = 1_000
/** Pages of one message: enough that threads do not wait, but few enough that all end together. */
const BATCH = 20

export interface RendererOptions {
  /** The project's root folder. */
  root: string
  /** Environment variables. The renderer picks those that pages depend on. */
  env: Record<string, string | undefined>
  /** Called with a sentence for the operator at each step. */
  onProgress: (line: string) => void
  /** Called as pages are rendered. */
  onPages?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

export interface RenderedPages {
  files: Map<string, ReleaseFile>
  /** The first page of each policy. */
  policies: Map<string, string>
  /** Settles once the files are on the disk. */
  flushed: Promise<unknown>
}

export interface Renderer extends AsyncDisposable {
  /** Hash of code and settings. */
  key: string
  /**
   * Compiles the site, unless it is compiled, and begins to start a thread that loads it.
   * @param isLarge whether a large publish is expected.
   */
  prepare(isLarge?: boolean): Promise<CompiledSite>
  /**
   * Renders and stores pages, and flushes them meanwhile. Few pages are rendered with the priority of the main
   * thread, because an editor waits for them. Many pages give way to it.
   * @param interruption ends it at once. With one, a separate thread renders in the background. The thread that stays
   * is then free for another publish, and does not keep the memory of long lists.
   * @throws PublishError with the reason of the first page that failed.
   */
  render(pages: Page[], site: SitePages, interruption?: AbortSignal): Promise<RenderedPages>
}

const countThreads = (pages: number): number =>
  Math.max(
    1,
    Math.min(
      availableParallelism(),
      Math.floor(freemem() / THREAD_BYTES),
      Math.ceil(pages / PAGES_PER_THREAD),
    ),
  )

/** Creates a renderer with threads. The thread of small publishes stays for the next one. */
export function createRenderer(options: RendererOptions, releases: string): Renderer {
  const { root, onProgress } = options
  const env = toBuildEnv(options.env)
  // An edit of the source does not change the loaded code of this process.
  const code = codeHash(root, join(releases, 'code-hashes.json'))
  const key = toSiteKey(code, env)
  const store = getStoreDir(releases)
  const closing = new AbortController()
  const signal = AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])])
  /** Threads of small publishes, of which one stays, and threads of a large one. */
  const staying: Promise<Thread>[] = []
  const background: Promise<Thread>[] = []

  const compileSite = () => compile({ root, key, code, env, onProgress, signal })

  async function prepare(isLarge = false): Promise<CompiledSite> {
    const site = await compileSite()
    const team = isLarge ? background : staying
    if (team.length === 0) start(team, site)
    return site
  }

  function start(team: Promise<Thread>[], { entry }: Pick<CompiledSite, 'entry'>): void {
    const origin = env['SITE_URL'] ?? 'http://localhost'
    const inBackground = team !== staying
    const thread = startThread({ entry, origin, store, inBackground }, env)
    // The same failure comes again when pages are rendered.
    thread.catch(() => {})
    team.push(thread)
  }

  async function end(team: Promise<Thread>[], keep: number): Promise<void> {
    const ended = await Promise.allSettled(team.splice(keep))
    for (const thread of ended) if (thread.status === 'fulfilled') await thread.value.end()
  }

  async function render(
    pages: Page[],
    site: SitePages,
    interruption?: AbortSignal,
  ): Promise<RenderedPages> {
    if (pages.length > 1_000) onProgress(`Rendering ${pages.length} pages.`)
    const files = new Map<string, ReleaseFile>()
    const policies = new Map<string, string>()
    const limit = pLimit(FLUSH_CONCURRENCY)
    const flushed: Promise<void>[] = []
    const pageByPath = new Map(pages.map((page) => [page.path, page]))
    const add = ({ path, file, policy }: RenderedPage) => {
      const page = pageByPath.get(path)
      const deferrableVersion = page ? site.getDeferrableVersion(page) : ''
      files.set(path, { ...file, version: page?.version ?? '', deferrableVersion })
      if (policy !== undefined && !policies.has(policy)) policies.set(policy, path)
      const flushing = limit(flush, join(store, toStoreName(file)))
      // Another page may fail before these are awaited.
      flushing.catch(() => {})
      flushed.push(flushing)
    }
    // Pages of one product are neighbours, so that one copy of it is sent.
    const queue = [...Map.groupBy(pages, ({ key }) => key).values()].flat()
    const work = async (starting: Promise<Thread>) => {
      const thread = await starting
      interruption?.addEventListener('abort', () => void thread.end())
      while (queue.length > 0) {
        signal.throwIfAborted()
        interruption?.throwIfAborted()
        const requests = queue.splice(0, BATCH).map((page) => ({
          path: page.path,
          file: toFileName(page),
          inputs: site.listInputs(page),
        }))
        for (const page of await thread.render(requests)) add(page)
        options.onPages?.(files.size, pages.length)
      }
    }
    const isLarge = pages.length > LARGE_PUBLISH || background.length > 0
    const team = interruption ? [] : isLarge ? background : staying
    try {
      const compiled = await compileSite()
      while (team.length < countThreads(pages.length)) start(team, compiled)
      await Promise.all(team.map(work))
      await end(team, team === staying ? 1 : 0)
    } catch (error) {
      await end(team, 0)
      signal.throwIfAborted()
      interruption?.throwIfAborted()
      if (error instanceof PublishError) throw error
      const message = error instanceof Error ? error.message : String(error)
      throw toBuildError(describeDiskError(error) ?? message, root, error)
    }
    const allFlushed = Promise.all(flushed)
    // It is awaited before the release becomes live.
    allFlushed.catch(() => {})
    return { files, policies, flushed: allFlushed }
  }

  return {
    key,
    prepare,
    render,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all([end(staying, 0), end(background, 0)])
    },
  }
}
