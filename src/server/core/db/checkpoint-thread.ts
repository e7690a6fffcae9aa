import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { COUNT_LOG, type LogCounts } from './checkpoints.ts'

// A thread that writes the log of a database file back to the file with each message. Readers and writers go on
// meanwhile. It answers at the end.

/** What is written during a pass is left to the next one, which is shorter. */
const MAX_PASSES = 5

const file = new DatabaseSync(workerData as string)
const writeBack = file.prepare('pragma wal_checkpoint(passive)')
const countLog = file.prepare(COUNT_LOG)

function hasRest(): boolean {
  const { log, checkpointed } = countLog.get() as unknown as LogCounts
  return checkpointed < log
}

parentPort?.on('message', () => {
  for (let pass = 0; pass < MAX_PASSES && hasRest(); pass++) writeBack.get()
  parentPort?.postMessage(null)
})
