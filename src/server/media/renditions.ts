import type { RenditionFormat } from '#src/contract/values.ts'
import type { Deps } from '../deps.ts'
import { decode } from './decode.ts'
import { sourceName } from './media-store.ts'
import { renditionPath } from './paths.ts'
import { createPriorityQueue, type Priority } from './priority-queue.ts'
import { fileExists, writeFileAtomic } from './write-file-atomic.ts'

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

/** Generates the file of a rendition unless it exists. @returns its path. */
export type GenerateRendition = (rendition: Rendition, priority?: Priority) => Promise<string>

const generators = new WeakMap<Deps['env'], GenerateRendition>()

/** @returns the only generator of this shop: concurrent calls for one rendition share its work. */
export function getRenditionGenerator({ env, media }: Deps): GenerateRendition {
  const existing = generators.get(env)
  if (existing) return existing
  const queue = createPriorityQueue(CONCURRENCY)
  const inFlight = new Map<string, Promise<string>>()

  async function generate(rendition: Rendition, path: string): Promise<string> {
    const { hash, sourceFormat, width, format } = rendition
    const source = await media.get(sourceName({ hash, format: sourceFormat }))
    if (!source) throw new Error(`The source file of the picture ${hash} is missing.`)
    const picture = decode(source).resize({ width })
    await writeFileAtomic(path, await picture.toFormat(format, QUALITY[format]).toBuffer())
    return path
  }

  const generator: GenerateRendition = (rendition, priority = 'high') => {
    const path = renditionPath(env, rendition.hash, rendition.width, rendition.format)
    const pending = inFlight.get(path)
    if (pending) return pending
    const result = fileExists(path)
      .then((exists) => (exists ? path : queue(() => generate(rendition, path), priority)))
      .finally(() => inFlight.delete(path))
    inFlight.set(path, result)
    return result
  }
  generators.set(env, generator)
  return generator
}
