import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_INTERVAL_MS = 200

function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    if (busy) return undefined
    throw error
  }
}

/**
 * Waits until no other publisher works on these releases. The lock is an exclusive SQLite
 * transaction: the operating system releases it when the process exits, so no lock can be stale.
 * @param onWait called once when another publisher holds the lock.
 * @returns a function that releases the lock.
 */
export async function acquireLock(
  releases: string,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<() => void> {
  mkdirSync(releases, { recursive: true })
  const file = join(releases, 'publish.lock')
  let lock = tryLock(file)
  if (!lock) onWait()
  while (!lock) {
    await sleep(RETRY_INTERVAL_MS, undefined, { signal })
    lock = tryLock(file)
  }
  const acquired = lock
  return () => acquired.close()
}
