import { availableParallelism, freemem } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type CatalogueIndex, findProduct } from '#src/catalog/catalogue-index.ts'
import type { Product } from '#src/contract/catalog.ts'
import type { ReleaseFile } from '../release/release.ts'

/** Memory of a thread with a large catalogue, and pages for which a thread is worth its start. */
const THREAD_BYTES = 600 * 2 ** 20
const PAGES_PER_THREAD = 300
/** V8's own limit is more, with which a large publish holds a fifth more memory and is no faster. */
const YOUNG_MEGABYTES = 48
/** Pages of one message: enough that threads do not wait, few enough that all end together. */
const BATCH = 20
const MAX_LOG_LENGTH = 4_000

export interface PageTarget {
  path: string
  /** Path in a folder of the site. */
  file: string
  /** Whether the page is returned instead of stored. */
  isDraft?: boolean
}

export interface RenderedPage {
  path: string
  file: ReleaseFile
  /** The Content-Security-Policy; undefined for files that are no pages. */
  policy?: string
  /** Ids of the inputs that the page read (src/catalog/inputs.ts). */
  inputs: string[]
  /** Of a draft. */
  html?: string
}

export interface ThreadData {
  entry: string
  origin: string
  /** The folder that pages are written to, named after their content. */
  store: string
}

export interface ThreadRequest {
  /** The catalogue, when it is another than before: what the thread does not have, and the order where it differs. */
  catalogue?: { changed: Product[]; slugs?: string[] | undefined } | undefined
  pages: PageTarget[]
}

type ThreadReply = { pages: RenderedPage[] } | { reason: string }

export interface Thread {
  worker: Worker
  index: CatalogueIndex | undefined
  /** Sends one request at a time; without one, waits until the thread has started. */
  send(request: ThreadRequest | undefined): Promise<RenderedPage[]>
}

/** The error in what Astro logged, e.g. `12:00:00 [ERROR] Error: No picture\n at …`. */
const parseLog = (log: string): string | undefined =>
  log
    .split('\n')
    .map((line) => line.replace(/^(?:[\d:]+ )?(?:\[\w+\] )*(?:\w*Error: )?/, '').trim())
    .find((line) => line !== '' && !line.startsWith('at '))

export function startThread(data: ThreadData, env: Record<string, string>): Thread {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
    workerData: data,
    env: { ...process.env, ...env, NODE_ENV: 'production', NO_COLOR: '1' },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    stdout: true,
    stderr: true,
  })
  worker.unref()
  let log = ''
  for (const stream of [worker.stdout, worker.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      // Several pages may fail at once: the first reason counts.
      log = (log + chunk).slice(0, MAX_LOG_LENGTH)
    })
  let settle: ((reply: ThreadReply) => void) | undefined
  let failure: string | undefined
  const fail = (reason: string) => {
    failure ??= reason
    settle?.({ reason: failure })
  }
  worker.on('message', (reply: ThreadReply) => settle?.(reply))
  worker.on('error', (error) => fail(error.message))
  worker.on('exit', (code) => fail(`a thread of the renderer ended with code ${code}`))
  const send = async (request: ThreadRequest | undefined) => {
    log = ''
    const reply = await new Promise<ThreadReply>((resolve) => {
      settle = resolve
      if (failure !== undefined) resolve({ reason: failure })
      else if (request) worker.postMessage(request)
    })
    if ('pages' in reply) return reply.pages
    // What Astro logs arrives in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error(parseLog(log) ?? reply.reason)
  }
  return { worker, index: undefined, send }
}

/** What a thread does not have of a state of the catalogue. */
function listChanges(
  index: CatalogueIndex,
  before: CatalogueIndex | undefined,
): ThreadRequest['catalogue'] {
  const { products, slugs } = index
  if (!before) return { changed: products, slugs }
  const isNew = (product: Product, position: number) =>
    product !== before.products[position] && product !== findProduct(before, product.slug)
  return { changed: products.filter(isNew), slugs: slugs === before.slugs ? undefined : slugs }
}

export interface RenderPool extends AsyncDisposable {
  /** Renders pages from one state of the catalogue and stores them. */
  render(
    pages: PageTarget[],
    index: CatalogueIndex,
    onPages: (pages: RenderedPage[]) => void,
  ): Promise<void>
}

/** Threads with the compiled site; they stay for the next publish, those beyond the first do not. */
export function createRenderPool(
  { entry, ...data }: ThreadData,
  env: Record<string, string>,
): RenderPool {
  const start = async (): Promise<Thread> => {
    const thread = startThread({ ...data, entry: pathToFileURL(entry).href }, env)
    await thread.send(undefined)
    return thread
  }
  // Imports the site while the catalogue is read. What fails here fails again below.
  const first = start()
  first.catch(() => {})
  const threads = [first]
  const close = async (keep: number) => {
    const ended = await Promise.allSettled(threads.splice(keep))
    await Promise.all(
      ended.map((one) => (one.status === 'fulfilled' ? one.value.worker.terminate() : undefined)),
    )
  }
  const chooseSize = (pages: number) =>
    Math.max(
      1,
      Math.min(
        availableParallelism(),
        Math.floor(freemem() / THREAD_BYTES),
        Math.ceil(pages / PAGES_PER_THREAD),
      ),
    )

  return {
    async render(pages, index, onPages) {
      // Also without pages, so that a thread gets the catalogue.
      const batches = Math.max(1, Math.ceil(pages.length / BATCH))
      const queue = Array.from({ length: batches }, (_, at) =>
        pages.slice(at * BATCH, (at + 1) * BATCH),
      )
      while (threads.length < chooseSize(pages.length)) threads.push(start())
      const work = async (starting: Promise<Thread>) => {
        const thread = await starting
        for (let batch = queue.shift(); batch; batch = queue.shift()) {
          const catalogue = thread.index === index ? undefined : listChanges(index, thread.index)
          thread.index = index
          onPages(await thread.send({ catalogue, pages: batch }))
        }
      }
      try {
        await Promise.all(threads.map(work))
        await close(1)
      } catch (error) {
        queue.length = 0
        await close(0)
        throw error
      }
    },
    [Symbol.asyncDispose]: () => close(0),
  }
}
