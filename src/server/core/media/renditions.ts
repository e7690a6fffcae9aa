import { join } from 'node:path'
import type { RenditionFormat } from '#src/contract/values.ts'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import { fileExists, writeFileAtomic } from '../files.ts'
import { sourceName } from '../media-store.ts'
import { decode } from './decode.ts'
import { createPriorityQueue, type Priority } from './priority-queue.ts'
import { pictureHash } from './store-picture.ts'

/** The first 32 hex digits of the source file's SHA-256. */
export const HASH_PATTERN = /^[0-9a-f]{32}$/

/** Renditions are files of this machine: each can be generated again. */
export const renditionFolder = (env: ServerEnv, hash: string): string =>
  join(env.DATA_DIR, 'media', 'renditions', hash)

const renditionPath = (
  env: ServerEnv,
  hash: string,
  width: number,
  format: RenditionFormat,
): string => join(renditionFolder(env, hash), `${width}.${format}`)

/** Renditions generated concurrently. */
const CONCURRENCY = 2

const QUALITY = {
  // Effort 1 takes a tenth of the time of the default 4, at the same size.
  avif: { quality: 55, effort: 1 },
  webp: { quality: 78 },
} as const

export interface Rendition {
  hash: string
  /** Format of the source file. */
  sourceFormat: string
  width: number
  format: RenditionFormat
}

/** Writes a file unless it exists. @returns its path. */
type GenerateFile = (
  path: string,
  create: () => Promise<Uint8Array>,
  priority?: Priority,
) => Promise<string>

const generators = new WeakMap<Deps['env'], GenerateFile>()

/** @returns the only generator of this shop: concurrent calls for one file share its work. */
export function getFileGenerator({ env }: Deps): GenerateFile {
  const existing = generators.get(env)
  if (existing) return existing
  const queue = createPriorityQueue(CONCURRENCY)
  const inFlight = new Map<string, Promise<string>>()

  const generator: GenerateFile = (path, create, priority = 'high') => {
    const pending = inFlight.get(path)
    if (pending) return pending
    const write = async () => {
      await writeFileAtomic(path, await create())
      return path
    }
    const result = fileExists(path)
      .then((exists) => (exists ? path : queue(write, priority)))
      .finally(() => inFlight.delete(path))
    inFlight.set(path, result)
    return result
  }
  generators.set(env, generator)
  return generator
}

/** Generates the file of a rendition unless it exists. @returns its path. */
export function generateRendition(
  deps: Deps,
  { hash, sourceFormat, width, format }: Rendition,
  priority?: Priority,
): Promise<string> {
  const create = async () => {
    const source = await readSource(deps, hash, sourceFormat)
    const picture = await decode(source)
    return picture.resize({ width }).toFormat(format, QUALITY[format]).toBuffer()
  }
  return getFileGenerator(deps)(renditionPath(deps.env, hash, width, format), create, priority)
}

/** Reads the source file of a picture. */
export async function readSource(
  { media }: Deps,
  hash: string,
  format: string,
): Promise<Uint8Array> {
  const source = await media.get(sourceName({ hash, format }))
  if (!source) throw new Error(`The source file of the picture ${hash} is missing.`)
  // A rendition is kept for ever: one of other bytes would never be made again.
  if (pictureHash(source) !== hash)
    throw new Error(`The source file of the picture ${hash} is damaged.`)
  return source
}
