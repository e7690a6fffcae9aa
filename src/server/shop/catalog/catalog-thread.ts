import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../core/db/open-database.ts'
import type { ServerEnv } from '../../core/env.ts'
import { createCatalogTasks } from './catalog-tasks.ts'

// A thread that reads the whole catalogue for shop or desk: for searches and for lists of all
// products. It has its own connections and writes nothing.

/** Connections to PostgreSQL: one for a list, one for a search. */
const CONNECTION_LIMIT = '2'

export interface CatalogRequest {
  id: number
  name: string
  input: unknown
}

export interface CatalogReply {
  id: number
  result?: unknown
  /** Its fields show whether a retry can succeed. */
  error?: Pick<Error, 'message'>
}

function toThreadUrl(url: string): string {
  if (url.startsWith('sqlite:')) return url
  const limited = new URL(url)
  limited.searchParams.set('connection_limit', CONNECTION_LIMIT)
  return limited.href
}

/** Large bodies are transferred to the process, not copied. */
const listTransferred = (result: unknown): ArrayBuffer[] =>
  typeof result === 'object' &&
  result !== null &&
  'body' in result &&
  result.body instanceof Uint8Array &&
  result.body.buffer instanceof ArrayBuffer &&
  result.body.byteLength === result.body.buffer.byteLength
    ? [result.body.buffer]
    : []

const env = workerData as ServerEnv
const { db } = await openDatabase(toThreadUrl(env.DATABASE_URL))
const tasks: Record<string, ((input: never) => Promise<unknown>) | undefined> = createCatalogTasks({
  db,
  env,
})

parentPort?.on('message', async ({ id, name, input }: CatalogRequest) => {
  const send = (reply: CatalogReply) =>
    parentPort?.postMessage(reply, listTransferred(reply.result))
  try {
    send({ id, result: await tasks[name]?.(input as never) })
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    send({ id, error: { ...error, message: error.message } })
  }
})
