import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from './startup-error.ts'

/** Result of the last look at a folder. */
export interface Look<T> {
  /** Undefined before the first result. */
  value: T | undefined
  /** Whether its file system does not answer, e.g. because a server is down. */
  isStalled: boolean
}

/** Time without an answer after which a file system counts as stalled. */
const STALLED_MS = 2_000

/**
 * Creates a function that looks at a folder. A file system that hangs holds a thread of the pool, so a look begins
 * only after the previous one has ended.
 */
export function watchFolder<T>(read: () => Promise<T>): () => Promise<Look<T>> {
  let value: T | undefined
  let looking: Promise<void> | undefined
  return async () => {
    looking ??= read()
      .then((found) => {
        value = found
      })
      // The folder may not exist yet.
      .catch(() => {})
      .finally(() => {
        looking = undefined
      })
    const answered = looking.then(() => true)
    const isStalled = !(await Promise.race([answered, sleep(STALLED_MS, false, { ref: false })]))
    return { value, isStalled }
  }
}

/** A publish may fail with fewer free bytes. */
export const MIN_FREE_BYTES = 100 * 1024 ** 2

/** Watches the free bytes of DATA_DIR. */
export const watchFreeBytes = (folder: string): (() => Promise<Look<number>>) =>
  watchFolder(async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  })

const START_TIMEOUT_MS = 5_000

/**
 * Reads a folder in a child process, because this process could not stop if the file system hangs.
 * @throws StartupError if the file system does not answer.
 */
export async function assertAnswers(folder: string, command = 'ls'): Promise<void> {
  const child = spawn(command, [folder], { stdio: 'ignore', detached: true })
  const timeout = new AbortController()
  const answered = once(child, 'exit')
    // The machine may lack the command.
    .catch(() => {})
    .then(() => true)
  const late = sleep(START_TIMEOUT_MS, false, { signal: timeout.signal }).catch(() => true)
  const isAnswered = await Promise.race([answered, late])
  timeout.abort()
  if (isAnswered) return
  child.kill('SIGKILL')
  child.unref()
  throw new StartupError(
    `The file system of DATA_DIR=${folder} does not answer: mount it again, or set DATA_DIR to a folder of another one.`,
  )
}
