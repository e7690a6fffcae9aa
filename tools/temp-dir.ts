import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new directory that is deleted on disposal. */
export function createTempDir(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'kairavi-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
