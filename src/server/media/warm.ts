import { setTimeout as sleep } from 'node:timers/promises'
import { RENDITION_FORMATS } from '#src/contract/values.ts'
import { renditionWidths } from '#src/rules/pictures.ts'
import type { Deps } from '../deps.ts'
import { listPicturesOnSale } from './queries.ts'
import { getRenditionGenerator, type Rendition } from './renditions.ts'

/**
 * Generates the renditions of all products in the background, one at a time with a pause as long as
 * the work, so that requests stay fast. Does nothing when MEDIA_WARM is off.
 */
export function startWarming(deps: Deps): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const generate = getRenditionGenerator(deps)

  async function warm(): Promise<void> {
    for (const rendition of await listRenditions(deps)) {
      if (stopped.signal.aborted) return
      const start = performance.now()
      await generate(rendition, 'low').catch((error: unknown) => {
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

/** @returns all renditions that pages show, those of the products' first pictures first. */
async function listRenditions({ db }: Deps): Promise<Rendition[]> {
  const pictures = await listPicturesOnSale(db)
  return pictures.flatMap(({ hash, width: sourceWidth, format: sourceFormat }) =>
    renditionWidths({ width: sourceWidth }).flatMap((width) =>
      RENDITION_FORMATS.map((format) => ({ hash, sourceFormat, width, format })),
    ),
  )
}
