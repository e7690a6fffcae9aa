import { join } from 'node:path'
import type { RenditionFormat } from '#src/contract/values.ts'
import type { ServerEnv } from '../env.ts'

/** Formats of source files. */
export type SourceFormat = 'webp' | 'jpeg' | 'png' | 'avif'

/** The first 32 hex digits of the source file's SHA-256. */
export const HASH_PATTERN = /^[0-9a-f]{32}$/

export const sourcePath = (env: ServerEnv, hash: string, format: string): string =>
  join(env.DATA_DIR, 'media', 'sources', `${hash}.${format}`)

export const renditionPath = (
  env: ServerEnv,
  hash: string,
  width: number,
  format: RenditionFormat,
): string => join(env.DATA_DIR, 'media', 'renditions', hash, `${width}.${format}`)
