import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureRow } from '../db/schema.ts'
import type { ServerEnv } from '../env.ts'
import { createS3Store } from './s3-store.ts'
import { fileExists, writeFileAtomic } from './write-file-atomic.ts'

/**
 * Where source pictures are stored, shared by all machines of a shop. A name is made of the hash of
 * the content (`sourceName`), so that the file of a name never changes.
 */
export interface MediaStore {
  /** Stores a file. When it resolves, the file survives a power failure. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns the file's bytes; undefined when it does not exist. */
  get(name: string): Promise<Uint8Array | undefined>
  exists(name: string): Promise<boolean>
  /** Deletes a file, if it exists. */
  delete(name: string): Promise<void>
}

/** The name of a picture's source file. */
export const sourceName = ({ hash, format }: Pick<PictureRow, 'hash' | 'format'>): string =>
  `${hash}.${format}`

/** A folder of this machine, or one that all machines mount. */
export function createFolderStore(folder: string): MediaStore {
  const toPath = (name: string) => join(folder, name)
  return {
    put: (name, bytes) => writeFileAtomic(toPath(name), bytes),
    async get(name) {
      try {
        return await readFile(toPath(name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    exists: (name) => fileExists(toPath(name)),
    delete: (name) => rm(toPath(name), { force: true }),
  }
}

/** Opens the store of MEDIA_STORE: an S3-compatible one, or the folder below DATA_DIR. */
export const openMediaStore = (env: ServerEnv): MediaStore =>
  env.MEDIA_STORE === undefined
    ? createFolderStore(join(env.DATA_DIR, 'media', 'sources'))
    : createS3Store({
        ...env.MEDIA_STORE,
        accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
      })
