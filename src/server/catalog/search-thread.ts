import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../db/open-database.ts'
import { isTransient } from '../errors.ts'
import { runSearch, type SearchRequest } from './search.ts'
import type { SearchReply } from './search-runner.ts'

// The thread of search-runner.ts, with a connection of its own.

const { db, engine } = await openDatabase(workerData as string)

async function answer(request: SearchRequest): Promise<SearchReply> {
  try {
    const index = await runSearch({ db, engine }, request)
    return { body: new TextEncoder().encode(JSON.stringify(index)) }
  } catch (error) {
    return isTransient(error) ? { error: 'transient' } : { error: String(error) }
  }
}

parentPort?.on('message', async (request: SearchRequest) => {
  const reply = await answer(request)
  parentPort?.postMessage(reply, 'body' in reply ? [reply.body.buffer] : [])
})
