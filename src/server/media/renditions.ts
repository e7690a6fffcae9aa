import type { RenditionFormat } from '#src/contract/values.ts'
import type { Deps } from '../deps.ts'
import { decode } from './decode.ts'
import { renditionPath, sourcePath } from './paths.ts'
import { createPriorityQueue } from './priority-queue.ts'
import { fileExists, writeFileAtomic } from './write-file-atomic.ts'

/** Pictures worked on at once. */
const AT_ONCE = 2

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

/** Makes a rendition's file unless it is there, and tells its path. */
export type GenerateRendition = (rendition: Rendition, waits?: 'high' | 'low') => Promise<string>

const makers = new WeakMap<Deps['env'], GenerateRendition>()

/** The one maker of this shop: everybody who asks for the same rendition waits for the same work. */
export function getRenditionGenerator({ env }: Deps): GenerateRendition {
  const known = makers.get(env)
  if (known) return known
  const queue = createPriorityQueue(AT_ONCE)
  const underWay = new Map<string, Promise<string>>()

  async function make(rendition: Rendition, path: string): Promise<string> {
    const { hash, sourceFormat, width, format } = rendition
    const picture = decode(sourcePath(env, hash, sourceFormat)).resize({ width })
    await writeFileAtomic(path, await picture.toFormat(format, QUALITY[format]).toBuffer())
    return path
  }

  const maker: GenerateRendition = (rendition, waits = 'high') => {
    const path = renditionPath(env, rendition.hash, rendition.width, rendition.format)
    const started = underWay.get(path)
    if (started) return started
    const work = fileExists(path)
      .then((there) => (there ? path : queue(() => make(rendition, path), waits)))
      .finally(() => underWay.delete(path))
    underWay.set(path, work)
    return work
  }
  makers.set(env, maker)
  return maker
}
