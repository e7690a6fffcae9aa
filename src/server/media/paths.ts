import { join } from 'node:path'
import type { RenditionFormat } from '#src/contract/values.ts'
import type { ServerEnv } from '../env.ts'

/** Formats in which a picture may arrive. */
export type SourceFormat = 'webp' | 'jpeg' | 'png' | 'avif'

/** SHA-256 of the source file, its first 32 hex digits. */
export const HASH_PATTERN = /^[0-9a-f]{32}$/

export const sourcePath = (env: ServerEnv, hash: string, format: string): string =>
  join(env.DATA_DIR, 'media', 'sources', `${hash}.${format}`)

export const renditionPath = (
  env: ServerEnv,
  hash: string,
  width: number,
  format: RenditionFormat,
): string => join(env.DATA_DIR, 'media', 'renditions', hash, `${width}.${format}`)
