import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeFolder, precompress } from './release-files.ts'

/**
 * Creates a folder at once and as a whole: it is written beside its place and then renamed. Another
 * publisher may create the same one meanwhile; the first that is complete stays.
 */
export async function createCompiledFolder(
  folder: string,
  isComplete: () => boolean,
  write: (part: string) => Promise<void> | void,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const part = mkdtempSync(`${folder}.`)
  try {
    await write(part)
    if (isComplete()) return
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Compresses the files of a folder, and writes the list that describes them. */
export async function describeCompiledFiles(folder: string, listPath: string): Promise<void> {
  const files = describeFolder(folder)
  await precompress(folder, files)
  writeFileSync(listPath, JSON.stringify(files))
}
