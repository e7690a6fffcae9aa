import { setTimeout as sleep } from 'node:timers/promises'
import { RENDITION_FORMATS } from '#src/contract/values.ts'
import { renditionWidths } from '#src/rules/pictures.ts'
import type { Deps } from '../../core/deps.ts'
import { generateRendition, type Rendition } from '../../core/media/renditions.ts'
import { listPicturesOnSale } from './queries.ts'
import { generateSharePicture, listSharePictures } from './share-pictures.ts'

/**
 * Generates renditions of all products, then share pictures, one at a time in the background. It
 * pauses as long as it works, so that requests stay fast. Does nothing if MEDIA_WARM is off.
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

/** Returns whether the first view of most windows shows a rendition. */
const isOfFirstView = ({ width, format }: Rendition): boolean =>
  format === 'avif' && (width === 480 || width === 752)

/** Lists all renditions that pages show: those of first views first, then by position of the picture. */
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
