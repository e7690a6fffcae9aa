import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Product } from '#src/contract/catalog.ts'
import type { PreviewReply, PreviewRequest } from './preview-thread.ts'
import { PublishError } from './publish-error.ts'
import { findRelease } from './release.ts'
import { findCurrentReleaseId, getReleasesDir } from './releases.ts'

/** Time without a preview after which the thread ends and its memory is free. */
const IDLE_MS = 5 * 60_000

export interface PreviewRenderer extends AsyncDisposable {
  /**
   * Renders the page of a product with the code of the live release.
   * @throws PublishError when the renderer is not on this machine, or the page fails.
   */
  render(product: Product): Promise<string>
}

interface Thread {
  /** Of the compiled site. */
  key: string
  worker: Worker
  pending: Map<number, { resolve: (html: string) => void; reject: (error: Error) => void }>
}

/** Renders drafts in a thread of their own, so that a publish is not delayed. */
export function createPreviewRenderer(options: {
  root: string
  dataDir: string
  env: Record<string, string>
}): PreviewRenderer {
  const releases = getReleasesDir(options.dataDir)
  let thread: Thread | undefined
  let timer: NodeJS.Timeout | undefined
  let lastId = 0
  let live: { id: string; key: string | undefined } | undefined

  /** The compiled site of the live release, whose list of files is long. */
  const getCompiledKey = (): string | undefined => {
    const id = findCurrentReleaseId(releases)
    if (id !== undefined && live?.id !== id) live = { id, key: findRelease(releases, id)?.compiled }
    return id && live?.key
  }

  const stop = async (reason: string) => {
    const ended = thread
    thread = undefined
    for (const { reject } of ended?.pending.values() ?? []) reject(new PublishError(reason))
    await ended?.worker.terminate()
  }

  const start = (key: string): Thread => {
    const entry = join(options.root, '.cache/compiled', key, 'server/entry.mjs')
    const worker = new Worker(new URL('./preview-thread.ts', import.meta.url), {
      workerData: { entry: pathToFileURL(entry).href, origin: options.env['SITE_URL'] },
      env: { ...process.env, ...options.env, NODE_ENV: 'production', NO_COLOR: '1' },
      stdout: true,
      stderr: true,
    })
    worker.unref()
    const started: Thread = { key, worker, pending: new Map() }
    worker.on('message', (reply: PreviewReply) => {
      const waiting = started.pending.get(reply.id)
      started.pending.delete(reply.id)
      if ('html' in reply) waiting?.resolve(reply.html)
      else waiting?.reject(new PublishError(`The page cannot be rendered: ${reply.reason}`))
    })
    const fail = () => {
      for (const { reject } of started.pending.values())
        reject(new PublishError('The preview needs a shop that was built on this machine.'))
      if (thread === started) thread = undefined
    }
    worker.on('error', fail)
    worker.on('exit', fail)
    return started
  }

  return {
    async render(product) {
      const key = getCompiledKey()
      if (key === undefined) throw new PublishError('The shop has not been published yet.')
      if (thread && thread.key !== key) await stop('The shop was published with other code.')
      thread ??= start(key)
      const { worker, pending } = thread
      clearTimeout(timer)
      timer = setTimeout(() => void stop('The preview has ended.'), IDLE_MS).unref()
      const id = ++lastId
      return new Promise<string>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, product } satisfies PreviewRequest)
      })
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await stop('The server is stopping.')
    },
  }
}
