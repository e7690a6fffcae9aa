import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const toTemporary = (path: string): string => `${path}.${randomUUID()}.part`

/**
 * Writes to a temporary file, flushes it to the disk and renames it. No reader sees a partial file, even after a
 * power failure.
 */
export async function writeFileAtomic(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = toTemporary(path)
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(temporary, content, { flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Does the same without the flush. After a power failure, the file may be empty. */
export function writeFileAtomicSync(path: string, content: Uint8Array | string): void {
  const temporary = toTemporary(path)
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, path)
  } catch (error) {
    // Frees the space on a full disk.
    rmSync(temporary, { force: true })
    throw error
  }
}
