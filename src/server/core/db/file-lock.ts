import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_INTERVAL_MS = 200

/**
 * Locks a file, which it creates for that. The lock is an exclusive SQLite transaction: the operating system releases
 * it when the process exits, so no lock can be stale.
 * @returns a function that releases the lock; undefined if another process holds it.
 */
export function tryLock(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    if (busy) return undefined
    throw error
  }
}

/** Waits for the lock. @param onWait called once if another process holds it. */
export async function acquireLock(
  file: string,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<() => void> {
  let unlock = tryLock(file)
  if (!unlock) onWait()
  while (!unlock) {
    await sleep(RETRY_INTERVAL_MS, undefined, { signal })
    unlock = tryLock(file)
  }
  return unlock
}
