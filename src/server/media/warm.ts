import { setTimeout as rest } from 'node:timers/promises'
import { RENDITION_FORMATS } from '#src/contract/values.ts'
import { renditionWidths } from '#src/rules/pictures.ts'
import type { Deps } from '../deps.ts'
import { getRenditionGenerator, type Rendition } from './renditions.ts'

/** Every rendition that pages show, those of the products' first pictures first. */
async function wanted({ db }: Deps): Promise<Rendition[]> {
  const pictures = await db
    .selectFrom('picture')
    .innerJoin('product_picture', 'product_picture.picture_hash', 'picture.hash')
    .innerJoin('product', 'product.id', 'product_picture.product_id')
    .select(['picture.hash', 'picture.width', 'picture.format'])
    .where('product.archived_at', 'is', null)
    .groupBy(['picture.hash', 'picture.width', 'picture.format'])
    .orderBy((eb) => eb.fn.min('product_picture.position'))
    .orderBy((eb) => eb.fn.min('product.position'))
    .execute()
  return pictures.flatMap(({ hash, width: widest, format: sourceFormat }) =>
    renditionWidths({ width: widest }).flatMap((width) =>
      RENDITION_FORMATS.map((format) => ({ hash, sourceFormat, width, format })),
    ),
  )
}

/**
 * Makes renditions before anybody asks, one at a time and resting as long as it worked, so that
 * shoppers hardly notice. Does nothing when MEDIA_WARM is off.
 */
export function startWarming(deps: Deps): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const make = getRenditionGenerator(deps)

  async function warm(): Promise<void> {
    for (const rendition of await wanted(deps)) {
      if (stopped.signal.aborted) return
      const start = performance.now()
      await make(rendition, 'low').catch((error: unknown) => {
        deps.log('warn', 'rendition warm-up failed', { error: String(error) })
      })
      const worked = performance.now() - start
      await rest(worked, undefined, { signal: stopped.signal, ref: false })
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
