import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { RENDITION_FORMATS } from '#src/contract/values.ts'
import { enlargedWidth, renditionWidths } from '#src/rules/pictures.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { etagMatches } from '../../core/http/etag.ts'
import { findPicture } from '../../core/media/queries.ts'
import {
  findStandIn,
  generateRendition,
  HASH_PATTERN,
  type Rendition,
} from '../../core/media/renditions.ts'
import { findSharePicture, generateSharePicture } from './share-pictures.ts'

const FILE_PATTERN = new RegExp(`^([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|')})$`)

/** Time to wait for a rendition before another one is sent. */
const READY_MS = 150

/** Short, so that browsers request the rendition itself for a later page. */
const STAND_IN_CACHE_CONTROL = 'public, max-age=30'

/**
 * Serves renditions of stored pictures, only in widths that pages use, and share pictures. The
 * address of a former price redirects to the current one.
 */
export function mediaRoutes(deps: Deps): Hono {
  /** File paths are built from the picture's row, never from the request. */
  async function findRendition(hash: string, file: string): Promise<Rendition | undefined> {
    const [, digits, extension] = FILE_PATTERN.exec(file) ?? []
    const format = RENDITION_FORMATS.find((known) => known === extension)
    if (!format || !HASH_PATTERN.test(hash)) return undefined
    const picture = await findPicture(deps.db, hash)
    if (!picture) return undefined
    const widths = [...renditionWidths(picture), enlargedWidth(picture)]
    const width = widths.find((known) => known === Number(digits))
    return width ? { hash: picture.hash, sourceFormat: picture.format, width, format } : undefined
  }

  async function send(
    c: Context,
    type: string,
    name: string,
    generate: () => Promise<string>,
    rendition?: Rendition,
  ) {
    const etag = `"${name}"`
    const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin' }
    const headers = {
      ...shared,
      ETag: etag,
      'Cache-Control': 'public, max-age=31536000, immutable',
    }
    if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const generated = generate()
    if (rendition && (await isSlow(generated))) {
      const standIn = await findStandIn(deps, rendition)
      if (standIn) {
        generated.catch((error: unknown) =>
          deps.log('error', 'a rendition was not generated', { error: String(error) }),
        )
        return c.body(Uint8Array.from(standIn.bytes), 200, {
          ...shared,
          'Cache-Control': STAND_IN_CACHE_CONTROL,
          'Content-Type': `image/${standIn.format}`,
        })
      }
    }
    const bytes = await readFile(await generated)
    return c.body(bytes, 200, { ...headers, 'Content-Type': type })
  }

  return new Hono().get('/:hash/:file', async (c) => {
    const { hash, file } = c.req.param()
    const share = await findSharePicture(deps, hash, file)
    if (share) {
      const isCurrent = share.hash === hash && share.url.endsWith(`/${file}`)
      if (!isCurrent) return c.redirect(share.url)
      return send(c, 'image/jpeg', `${hash}-${file}`, () => generateSharePicture(deps, share))
    }
    const rendition = await findRendition(hash, file)
    if (!rendition) throw new HttpError(404, 'There is no such picture.')
    const { width, format } = rendition
    const generate = () => generateRendition(deps, rendition)
    return send(c, `image/${format}`, `${hash}-${width}-${format}`, generate, rendition)
  })
}

/** Returns whether a file is not ready in time. */
async function isSlow(generated: Promise<string>): Promise<boolean> {
  const first = await Promise.race([generated, sleep(READY_MS)])
  return first === undefined
}
