import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { InputId } from '#src/catalog/inputs.ts'
import type { ReleaseFile } from '../release/release-files.ts'

/** Below V8's own limit, with which a large publish needs a fifth more memory and is no faster. */
const YOUNG_MEGABYTES = 48
const MAX_LOG_LENGTH = 4_000

/**
 * Items of lists in one message. To copy the complete catalogue for a thread would block the event loop for hundreds
 * of milliseconds.
 */
const ITEMS_PER_MESSAGE = 100

/** The part of the catalogue that a page shows. */
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
  /** The Content-Security-Policy; undefined for files that are not pages. */
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
  /** Whether it gives way to the main thread, because no one waits for its pages. */
  inBackground: boolean
}

/** An error with its stack and causes, as a message between threads. */
interface Failure {
  reason: string
  error?: Error | undefined
}

/** Messages of a request: parts of long lists, then the pages that show them. After the last ones, all are rendered. */
export type ThreadMessage =
  | { id: InputId; items: unknown[] }
  | { pages: PageRequest[]; isLast: boolean }

type ThreadReply = { pages: RenderedPage[] } | Failure

export interface Thread {
  /** Renders pages, one request at a time. */
  render(pages: PageRequest[]): Promise<RenderedPage[]>
  end(): Promise<unknown>
}

/** Finds the error in the log of Astro, e.g. `12:00:00 [ERROR] Error: No picture\n at …`. */
const parseLog = (log: string): string | undefined =>
  log
    .split('\n')
    .map((line) => line.replace(/^(?:[\d:]+ )?(?:\[\w+\] )*(?:\w*Error: )?/, '').trim())
    .find((line) => line !== '' && !line.startsWith('at '))

/** Finds the error that Astro logged, with the stack of the page. */
function toCause(log: string): Error | undefined {
  const text = log.trim()
  return text === '' ? undefined : Object.assign(new Error('logged'), { stack: text })
}

const countItems = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null || !('items' in value)) return 1
  return countItems(value.items)
}

/** Splits the pages for a thread into messages of few items. */
export function* listMessages(pages: PageRequest[]): Generator<ThreadMessage> {
  const sent = new Set<InputId>()
  let part: PageRequest[] = []
  let count = 0
  for (const page of pages) {
    const inputs: PageInput[] = []
    for (const [id, value] of page.inputs) {
      const isLong = Array.isArray(value) && value.length > ITEMS_PER_MESSAGE
      if (isLong && !sent.has(id)) {
        sent.add(id)
        for (let start = 0; start < value.length; start += ITEMS_PER_MESSAGE)
          yield { id, items: value.slice(start, start + ITEMS_PER_MESSAGE) }
      }
      inputs.push([id, isLong ? undefined : value])
      if (!isLong) count += countItems(value)
    }
    part.push({ ...page, inputs })
    if (count < ITEMS_PER_MESSAGE) continue
    yield { pages: part, isLast: false }
    part = []
    count = 0
  }
  yield { pages: part, isLast: true }
}

/**
 * Starts a thread and waits until it has loaded the compiled site.
 * @param entry path of the module of the compiled site.
 */
export async function startThread(
  { entry, ...data }: ThreadData,
  env: Record<string, string>,
): Promise<Thread> {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
    name: 'renderer',
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
      // Several pages may fail at once. The first reason counts.
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
    // The log of Astro arrives in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error(parseLog(log) ?? reply.reason, { cause: toCause(log) ?? reply.error })
  }
  await waitForPages(() => {})
  return {
    async render(pages) {
      for (const message of listMessages(pages)) {
        if (failure) break
        if (!('isLast' in message && message.isLast)) worker.postMessage(message)
        else return waitForPages(() => worker.postMessage(message))
      }
      return waitForPages(() => {})
    },
    end: () => worker.terminate(),
  }
}
