import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { RENDITION_FORMATS } from '#src/contract/values.ts'
import { renditionWidths } from '#src/rules/pictures.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { etagMatches } from '../http/etag.ts'
import { HASH_PATTERN } from './paths.ts'
import { getRenditionGenerator, type Rendition } from './renditions.ts'

const FILE_PATTERN = new RegExp(`^([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|')})$`)

/** Renditions of the pictures that the shop knows, in the widths of the layouts; nothing else. */
export function mediaRoutes(deps: Deps): Hono {
  const make = getRenditionGenerator(deps)

  /** No path is ever built from what was asked: only from a picture that is known. */
  async function find(hash: string, file: string): Promise<Rendition | undefined> {
    const [, digits, ending] = FILE_PATTERN.exec(file) ?? []
    const format = RENDITION_FORMATS.find((one) => one === ending)
    if (!format || !HASH_PATTERN.test(hash)) return undefined
    const picture = await deps.db
      .selectFrom('picture')
      .select(['hash', 'width', 'format'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    const width = picture && renditionWidths(picture).find((one) => one === Number(digits))
    return width ? { hash: picture.hash, sourceFormat: picture.format, width, format } : undefined
  }

  return new Hono().get('/:hash/:file', async (c) => {
    const rendition = await find(c.req.param('hash'), c.req.param('file'))
    if (!rendition) throw new HttpError(404, 'There is no such picture.')
    const etag = `"${rendition.hash}-${rendition.width}-${rendition.format}"`
    const headers = {
      ETag: etag,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const bytes = await readFile(await make(rendition))
    return c.body(bytes, 200, { ...headers, 'Content-Type': `image/${rendition.format}` })
  })
}
