import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { InputId } from '#src/catalog/inputs.ts'
import type { ReleaseFile } from '../release/release-files.ts'

/** V8's own limit is more, with which a large publish holds a fifth more memory and is no faster. */
const YOUNG_MEGABYTES = 48
const MAX_LOG_LENGTH = 4_000

/** What a page shows of the catalogue. */
export type PageInput = [id: InputId, value: unknown]

export interface PageRequest {
  path: string
  /** Path in a folder of the site. */
  file: string
  inputs: PageInput[]
  /** Whether the page is returned instead of stored. */
  isDraft?: boolean
}

export interface RenderedPage {
  path: string
  file: ReleaseFile
  /** The Content-Security-Policy; undefined for files that are no pages. */
  policy?: string
  /** The HTML of a draft. */
  html?: string
}

export interface ThreadData {
  /** URL of the compiled site. */
  entry: string
  origin: string
  /** The folder that pages are written to, named after their content. */
  store: string
}

/** An error keeps its stack and causes on its way between threads. */
interface Failure {
  reason: string
  error?: Error | undefined
}

type ThreadReply = { pages: RenderedPage[] } | Failure

export interface Thread {
  /** Renders pages, one request at a time. */
  render(pages: PageRequest[]): Promise<RenderedPage[]>
  end(): Promise<unknown>
}

/** The error in what Astro logged, e.g. `12:00:00 [ERROR] Error: No picture\n at …`. */
const parseLog = (log: string): string | undefined =>
  log
    .split('\n')
    .map((line) => line.replace(/^(?:[\d:]+ )?(?:\[\w+\] )*(?:\w*Error: )?/, '').trim())
    .find((line) => line !== '' && !line.startsWith('at '))

/** What Astro logged as an error, whose stack is that of the page; undefined without one. */
function toCause(log: string): Error | undefined {
  const text = log.trim()
  return text === '' ? undefined : Object.assign(new Error('logged'), { stack: text })
}

/**
 * Starts a thread that has loaded the compiled site.
 * @param entry path of the compiled site's module.
 */
export async function startThread(
  { entry, ...data }: ThreadData,
  env: Record<string, string>,
): Promise<Thread> {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
    workerData: { ...data, entry: pathToFileURL(entry).href },
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
  let failure: Failure | undefined
  const fail = (reason: string, error?: Error) => {
    failure ??= { reason, error }
    settle?.(failure)
  }
  worker.on('message', (reply: ThreadReply) => settle?.(reply))
  worker.on('error', (error) => fail(error.message, error))
  worker.on('exit', (code) => fail(`a thread of the renderer ended with code ${code}`))
  const waitForPages = async (send: () => void) => {
    log = ''
    const reply = await new Promise<ThreadReply>((resolve) => {
      settle = resolve
      if (failure) resolve(failure)
      else send()
    })
    if ('pages' in reply) return reply.pages
    // What Astro logs arrives in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error(parseLog(log) ?? reply.reason, { cause: toCause(log) ?? reply.error })
  }
  await waitForPages(() => {})
  return {
    render: (pages) => waitForPages(() => worker.postMessage(pages)),
    end: () => worker.terminate(),
  }
}
