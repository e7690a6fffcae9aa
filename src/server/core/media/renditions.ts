import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RENDITION_FORMATS, type RenditionFormat } from '#src/contract/values.ts'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import { fileExists, writeFileAtomic } from '../files.ts'
import { sourceName } from '../media-store.ts'
import { createPerShop } from '../per-shop.ts'
import { decode } from './decode.ts'
import { createPriorityQueue, type Priority } from './priority-queue.ts'
import { findSeedRendition, listSeedRenditions } from './seed-renditions.ts'
import { pictureHash } from './store-picture.ts'

/** The first 32 hex digits of the source file's SHA-256. */
export const HASH_PATTERN = /^[0-9a-f]{32}$/

const RENDITION_FILE = new RegExp(`^(\\d+)\\.(${RENDITION_FORMATS.join('|')})$`)

/**
 * Returns the folder of the renditions of a picture. They are files of this machine, because each can be generated
 * again.
 */
export const renditionFolder = (env: ServerEnv, hash: string): string =>
  join(env.DATA_DIR, 'media', 'renditions', hash)

const renditionPath = (
  env: ServerEnv,
  hash: string,
  width: number,
  format: RenditionFormat,
): string => join(renditionFolder(env, hash), `${width}.${format}`)

/** Renditions that are generated at once. */
const CONCURRENCY = 2

export const QUALITY = {
  // Effort 1 takes a tenth of the time of the default 4, at the same size.
  avif: { quality: 55, effort: 1 },
  // For the enlargement: below 90, plain grounds turn into blocks of 16 pixels.
  webp: { quality: 90 },
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

/** The generator of a shop. Concurrent calls for one file share its work. */
export const getFileGenerator = createPerShop((): GenerateFile => {
  const queue = createPriorityQueue(CONCURRENCY)
  const inFlight = new Map<string, Promise<string>>()

  return (path, create, priority = 'high') => {
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
})

/** Generates the file of a rendition unless it exists, or comes with the shop. @returns its path. */
export async function generateRendition(
  deps: Deps,
  { hash, sourceFormat, width, format }: Rendition,
  priority?: Priority,
): Promise<string> {
  const shipped = await findSeedRendition(hash, width, format)
  if (shipped) return shipped
  const create = async () => {
    const source = await readSource(deps, hash, sourceFormat)
    const picture = await decode(source)
    return picture.resize({ width }).toFormat(format, QUALITY[format]).toBuffer()
  }
  return getFileGenerator(deps)(renditionPath(deps.env, hash, width, format), create, priority)
}

/** Larger source files are not sent instead of a rendition. */
const MAX_STAND_IN_BYTES = 500_000

/**
 * Finds a picture to send while a rendition is generated: the nearest rendition, a wider one first. For an
 * enlargement only a wider one. Otherwise the source, if it is small and has no metadata.
 */
export async function findStandIn(
  deps: Deps,
  { hash, sourceFormat, width, format: wanted }: Rendition,
): Promise<{ bytes: Uint8Array; format: string } | undefined> {
  const folder = renditionFolder(deps.env, hash)
  const names = await readdir(folder).catch(() => [])
  const generated = names.flatMap((name) => {
    const [, digits, format] = RENDITION_FILE.exec(name) ?? []
    return digits && format ? [{ path: join(folder, name), format, width: Number(digits) }] : []
  })
  const distance = (of: number) => (of < width ? 10_000 - of : of)
  const known = [...generated, ...(await listSeedRenditions(hash))]
  // For an enlargement the source shows more than a narrower rendition.
  const [nearest] = known
    .filter((rendition) => wanted === 'avif' || rendition.width >= width)
    .toSorted((a, b) => distance(a.width) - distance(b.width))
  if (nearest) return { bytes: await readFile(nearest.path), format: nearest.format }
  const bytes = await readSource(deps, hash, sourceFormat)
  if (bytes.byteLength > MAX_STAND_IN_BYTES) return undefined
  // A photograph may have its location in its metadata. Renditions have none.
  const { exif, xmp, iptc } = await (await decode(bytes)).metadata()
  return exif || xmp || iptc ? undefined : { bytes, format: sourceFormat }
}

/** Reads the source file of a picture. */
export async function readSource(
  { media }: Deps,
  hash: string,
  format: string,
): Promise<Uint8Array> {
  const source = await media.get(sourceName({ hash, format }))
  if (!source) throw new Error(`The source file of the picture ${hash} is missing.`)
  // A rendition stays forever, so one of wrong bytes would never be replaced.
  if (pictureHash(source) !== hash)
    throw new Error(`The source file of the picture ${hash} is damaged.`)
  return source
}
