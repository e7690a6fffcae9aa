import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite.ts'

/** Pages of the log from which it is written back to the file: SQLite's own default. */
const CHECKPOINT_PAGES = 1_000
/**
 * Pages of a long log, 64 MB. SQLite begins the log anew where a commit finds all of it written back, which a thread
 * may never reach while others write.
 */
const LONG_LOG_PAGES = 16_000
/** Pages of a long log that a commit writes back by itself, in a few milliseconds. */
const SHORT_REST_PAGES = 500

/** Counts the pages of the log, and writes nothing. It takes a microsecond. */
export const COUNT_LOG = 'pragma wal_checkpoint(noop)'

export interface LogCounts {
  /** Pages of the log. */
  log: number
  /** Those that are written back to the file. */
  checkpointed: number
}

export interface CheckpointThread {
  /** Writes the log back to the file. @throws Error when the thread fails. */
  checkpoint(): Promise<void>
  end(): Promise<void>
}

/** Creates a thread that writes the log of a database file back to the file. It starts with the first time. */
export function createCheckpointThread(path: string): CheckpointThread {
  let thread: Worker | undefined

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: path,
    })
    started.once('exit', () => {
      if (thread === started) thread = undefined
    })
    // A process does not wait for it.
    started.unref()
    return started
  }

  return {
    async checkpoint() {
      thread ??= start()
      const current = thread
      const { promise: exited, reject } = Promise.withResolvers<never>()
      const fail = () => reject(new Error('The thread of the checkpoints has ended.'))
      current.once('exit', fail)
      try {
        current.postMessage(null)
        await Promise.race([once(current, 'message'), exited])
      } finally {
        current.off('exit', fail)
      }
    },
    async end() {
      await thread?.terminate()
    },
  }
}

export interface Checkpoints {
  /** Has the log written back where a commit has made it long. */
  afterCommit(): void
  end(): Promise<void>
}

/**
 * Writes the log of a database back to its file in a thread. SQLite does it within a commit by default, which then
 * takes tens of milliseconds of the event loop.
 */
export function createCheckpoints(writer: SqliteConnection, thread: CheckpointThread): Checkpoints {
  writer.run('pragma wal_autocheckpoint = 0')
  let isRunning = false
  let hasFailed = false

  async function writeBackInThread(): Promise<void> {
    isRunning = true
    try {
      await thread.checkpoint()
    } catch {
      hasFailed = true
    } finally {
      isRunning = false
    }
  }

  function writeBack(): void {
    hasFailed = false
    writer.run('pragma wal_checkpoint(passive)')
  }

  function writeBackLongLog(): void {
    const [counts] = writer.execute<LogCounts>({ sql: COUNT_LOG, parameters: [] }).rows
    const { log, checkpointed } = counts ?? { log: 0, checkpointed: 0 }
    const rest = log - checkpointed
    const isShortRest = log > LONG_LOG_PAGES && rest < SHORT_REST_PAGES
    if (isRunning || (rest < CHECKPOINT_PAGES && !isShortRest)) return
    if (hasFailed || isShortRest) writeBack()
    else void writeBackInThread()
  }

  return {
    afterCommit() {
      try {
        writeBackLongLog()
      } catch {
        // The commit stands, and a later one tries it again.
      }
    },
    end: () => thread.end(),
  }
}
