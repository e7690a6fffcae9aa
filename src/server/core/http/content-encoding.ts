import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

const brotli = promisify(brotliCompress)

export const toGzip = promisify(gzip)

export const toBrotli = (bytes: Buffer, quality: number) =>
  brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** Encodings by header, because browsers send a few different ones. */
const negotiated = new Map<string, ContentEncoding>()
const MAX_NEGOTIATED = 100

/** Returns the available encoding with the highest weight; brotli if weights are equal. */
export function negotiateEncoding(header: string | undefined): ContentEncoding {
  if (!header) return 'identity'
  const known = negotiated.get(header)
  if (known) return known
  if (negotiated.size >= MAX_NEGOTIATED) negotiated.clear()
  const encoding = negotiate(header)
  negotiated.set(header, encoding)
  return encoding
}

function negotiate(header: string): ContentEncoding {
  const accepted = parseAccept(header.slice(0, 500).toLowerCase())
  const weightOf = (coding: string) =>
    accepted.find(({ type }) => type === coding)?.q ??
    accepted.find(({ type }) => type === '*')?.q ??
    0
  const br = weightOf('br')
  const gzip = weightOf('gzip')
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

const ETAG_SUFFIX: Record<ContentEncoding, string> = { identity: '', br: '-br', gzip: '-gz' }

/** Returns the entity tag of an encoding, whose bytes differ from those of the content. */
export const toEncodedEtag = (etag: string, encoding: ContentEncoding): string =>
  encoding === 'identity' ? etag : `${etag.slice(0, -1)}${ETAG_SUFFIX[encoding]}"`
