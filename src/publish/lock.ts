import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const TRY_EVERY_MS = 200

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
 * Waits until no other publisher works on these releases.
 *
 * An exclusive SQLite transaction is a lock of the operating system's: it goes with its process,
 * however that ends, so that there is no stale lock to recognise.
 * @param onWait told once, when another publisher holds the lock.
 * @returns what gives the lock back.
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
    await sleep(TRY_EVERY_MS, undefined, { signal })
    lock = tryLock(file)
  }
  const held = lock
  return () => held.close()
}
