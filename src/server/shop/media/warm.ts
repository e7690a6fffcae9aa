import { setTimeout as sleep } from 'node:timers/promises'
import { RENDITION_FORMATS } from '#src/contract/values.ts'
import { renditionWidths } from '#src/rules/pictures.ts'
import type { Deps } from '../../core/deps.ts'
import { listPicturesOnSale } from '../../core/media/queries.ts'
import { generateRendition, type Rendition } from '../../core/media/renditions.ts'
import { generateSharePicture, listSharePictures } from './share-pictures.ts'

/**
 * Generates the renditions of all products, then their share pictures, in the background, one at a
 * time with a pause as long as the work, so that requests stay fast. Does nothing when MEDIA_WARM is off.
 */
export function startWarming(deps: Deps): { stop(): Promise<void> } {
  const stopped = new AbortController()

  async function warm(): Promise<void> {
    const jobs = [...(await listRenditionJobs(deps)), ...(await listShareJobs(deps))]
    for (const generate of jobs) {
      if (stopped.signal.aborted) return
      const start = performance.now()
      await generate().catch((error: unknown) => {
        deps.log('warn', 'rendition warm-up failed', { error: String(error) })
      })
      const duration = performance.now() - start
      await sleep(duration, undefined, { signal: stopped.signal, ref: false })
    }
  }

  const warming = deps.env.MEDIA_WARM
    ? warm().catch((error: unknown) => {
        if (stopped.signal.aborted) return
        deps.log('warn', 'rendition warm-up stopped', { error: String(error) })
      })
    : Promise.resolve()
  return {
    stop: () => {
      stopped.abort()
      return warming
    },
  }
}

type Job = () => Promise<unknown>

/** What the first view of most windows shows. */
const isOfFirstView = ({ width, format }: Rendition): boolean =>
  format === 'avif' && (width === 480 || width === 752)

/** @returns all renditions that pages show: those of first views, of the products' first pictures first. */
async function listRenditionJobs(deps: Deps): Promise<Job[]> {
  const pictures = await listPicturesOnSale(deps.db)
  return pictures
    .flatMap(({ hash, width: sourceWidth, format: sourceFormat }) =>
      renditionWidths({ width: sourceWidth }).flatMap((width) =>
        RENDITION_FORMATS.map((format): Rendition => ({ hash, sourceFormat, width, format })),
      ),
    )
    .toSorted((a, b) => Number(isOfFirstView(b)) - Number(isOfFirstView(a)))
    .map((rendition) => () => generateRendition(deps, rendition, 'low'))
}

const listShareJobs = async (deps: Deps): Promise<Job[]> =>
  (await listSharePictures(deps)).map((share) => () => generateSharePicture(deps, share, 'low'))
