import { hash } from 'node:crypto'
import { join } from 'node:path'
import { codeHash } from './code-hash.ts'
import { type CompiledSite, compile, toBuildEnv } from './compile.ts'
import { getStoreDir } from './file-store.ts'
import type { PublisherOptions } from './publish.ts'
import { createRenderPool, type RenderPool } from './render-pool.ts'

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
