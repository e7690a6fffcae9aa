import { join } from 'node:path'
import type { RenditionFormat } from '#src/contract/values.ts'
import type { ServerEnv } from '../env.ts'

/** Formats of source files. */
export type SourceFormat = 'webp' | 'jpeg' | 'png' | 'avif'

/** The first 32 hex digits of the source file's SHA-256. */
export const HASH_PATTERN = /^[0-9a-f]{32}$/

/** Renditions are files of this machine: each can be generated again. */
export const renditionFolder = (env: ServerEnv, hash: string): string =>
  join(env.DATA_DIR, 'media', 'renditions', hash)

export const renditionPath = (
  env: ServerEnv,
  hash: string,
  width: number,
  format: RenditionFormat,
): string => join(renditionFolder(env, hash), `${width}.${format}`)
