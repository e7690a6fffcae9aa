import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { RENDITION_FORMATS } from '#src/contract/values.ts'
import { renditionWidths } from '#src/rules/pictures.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { etagMatches } from '../http/etag.ts'
import { HASH_PATTERN } from './paths.ts'
import { findPicture } from './queries.ts'
import { getRenditionGenerator, type Rendition } from './renditions.ts'

const FILE_PATTERN = new RegExp(`^([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|')})$`)

/** Serves the renditions of stored pictures, only in the widths that pages use. */
export function mediaRoutes(deps: Deps): Hono {
  const generate = getRenditionGenerator(deps)

  /** File paths are built from the picture's row, never from the request. */
  async function findRendition(hash: string, file: string): Promise<Rendition | undefined> {
    const [, digits, extension] = FILE_PATTERN.exec(file) ?? []
    const format = RENDITION_FORMATS.find((one) => one === extension)
    if (!format || !HASH_PATTERN.test(hash)) return undefined
    const picture = await findPicture(deps.db, hash)
    const width = picture && renditionWidths(picture).find((one) => one === Number(digits))
    return width ? { hash: picture.hash, sourceFormat: picture.format, width, format } : undefined
  }

  return new Hono().get('/:hash/:file', async (c) => {
    const rendition = await findRendition(c.req.param('hash'), c.req.param('file'))
    if (!rendition) throw new HttpError(404, 'There is no such picture.')
    const etag = `"${rendition.hash}-${rendition.width}-${rendition.format}"`
    const headers = {
      ETag: etag,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const bytes = await readFile(await generate(rendition))
    return c.body(bytes, 200, { ...headers, 'Content-Type': `image/${rendition.format}` })
  })
}
