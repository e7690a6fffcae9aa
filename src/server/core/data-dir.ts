import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from './startup-error.ts'

/** What was found in a folder when it was last looked at. */
export interface Look<T> {
  /** Undefined before the first answer. */
  value: T | undefined
  /** Whether its file system does not answer, e.g. that of a server which is gone. */
  isStalled: boolean
}

/** Time after which a file system that has not answered is taken to be stalled. */
const STALLED_MS = 2_000

/**
 * Looks at a folder when asked. A file system that hangs keeps a thread of the pool: no second look begins before the
 * first one has ended.
 */
export function watchFolder<T>(read: () => Promise<T>): () => Promise<Look<T>> {
  let value: T | undefined
  let looking: Promise<void> | undefined
  return async () => {
    looking ??= read()
      .then((found) => {
        value = found
      })
      // E.g. a folder that the start has not made yet.
      .catch(() => {})
      .finally(() => {
        looking = undefined
      })
    const answered = looking.then(() => true)
    const isStalled = !(await Promise.race([answered, sleep(STALLED_MS, false, { ref: false })]))
    return { value, isStalled }
  }
}

/** Bytes without which a publish may fail. */
export const MIN_FREE_BYTES = 100 * 1024 ** 2

/** The bytes that can still be written to DATA_DIR. */
export const watchFreeBytes = (folder: string): (() => Promise<Look<number>>) =>
  watchFolder(async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  })

const START_TIMEOUT_MS = 5_000

/**
 * Reads a folder in a process of its own, since this one could not be stopped any more where the file system hangs.
 * @throws StartupError where it does not answer.
 */
export async function assertAnswers(folder: string, command = 'ls'): Promise<void> {
  const child = spawn(command, [folder], { stdio: 'ignore', detached: true })
  const timeout = new AbortController()
  const answered = once(child, 'exit')
    // A machine without the command.
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
