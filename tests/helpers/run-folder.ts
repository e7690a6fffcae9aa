import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '#src/server/core/db/file-lock.ts'
import { writeFileAtomicSync } from '#src/server/core/files.ts'
import { createTempDir } from '#tools/temp-dir.ts'

// What one worker of a run has made, the others take over.

const FOLDER = 'TEST_RUN_FOLDER'

/** Runs once, before the workers: creates this run's folder. @returns what deletes it after them. */
export function setup(): () => void {
  const folder = createTempDir()
  process.env[FOLDER] = folder.path
  return () => folder[Symbol.dispose]()
}

/** Creates a value that JSON can hold in the first worker of a run that needs it. */
export async function createOnce<Value>(
  name: string,
  create: () => Promise<Value>,
): Promise<Value> {
  const file = join(process.env[FOLDER] ?? '', `${name}.json`)
  const unlock = await acquireLock(`${file}.lock`, () => {})
  try {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Value
    const value = await create()
    writeFileAtomicSync(file, JSON.stringify(value))
    return value
  } finally {
    unlock()
  }
}
