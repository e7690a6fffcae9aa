import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

// A thread that writes the log of a database file back to the file with each message. Readers and writers go on
// meanwhile. It answers at the end.

/** What is written meanwhile is left to the next pass, which is shorter. */
const MAX_PASSES = 3

const file = new DatabaseSync(workerData as string)
const statement = file.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const { log, checkpointed } = statement.get() ?? {}
    if (log === checkpointed) break
  }
  parentPort?.postMessage(null)
})
