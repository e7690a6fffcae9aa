import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ReleaseFile } from './release.ts'

/** The folder with the files of all releases, named after their content. */
export const getStoreDir = (releases: string): string => join(releases, 'files')

/** A file's name in the store; its compressed variants have the suffixes `.br` and `.gz`. */
export const toStoreName = ({ etag }: Pick<ReleaseFile, 'etag'>): string => etag.slice(1, -1)

/** Other names are of files that a killed publisher was writing. */
const WHOLE_FILE = /^([\w-]+)(?:\.(?:br|gz))?$/

const REMOVE_CONCURRENCY = 8

const findSize = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.size

/** Writes a file whole or not at all, unless the store has it. */
export function storeFile(store: string, name: string, bytes: Uint8Array): void {
  const path = join(store, name)
  // After a power failure, a file that no release names may have lost its content.
  if (findSize(path) === bytes.byteLength) return
  const part = `${path}.${process.pid}-${threadId}`
  try {
    writeFileSync(part, bytes)
    renameSync(part, path)
  } catch (error) {
    // A full disk has the more room.
    rmSync(part, { force: true })
    throw error
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Links a file, or copies it where the file system has no links or it is another one. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !existsSync(dirname(to))) {
      mkdirSync(dirname(to), { recursive: true })
      link(from, to)
    } else if (codeOf(error) === 'EEXIST') return
    else if (['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(String(codeOf(error))))
      copyFileSync(from, to)
    else throw error
  }
}

/** Links a file with its compressed variants. */
export function linkFile(from: string, to: string, { br, gz }: ReleaseFile): void {
  link(from, to)
  if (br !== undefined) link(`${from}.br`, `${to}.br`)
  if (gz !== undefined) link(`${from}.gz`, `${to}.gz`)
}

/**
 * Removes files that no release names. The caller must hold the publish lock.
 * @param used names of the files in use, without the suffixes of variants.
 */
export async function sweepStore(store: string, used: ReadonlySet<string>): Promise<void> {
  const unused = (await readdir(store)).filter(
    (name) => !used.has(WHOLE_FILE.exec(name)?.[1] ?? ''),
  )
  await pLimit(REMOVE_CONCURRENCY).map(unused, (name) => rm(join(store, name), { force: true }))
}
