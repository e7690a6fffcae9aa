export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** Parses an Accept-Encoding header, e.g. `br;q=0.5, gzip` → br 0.5, gzip 1. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.slice(0, 500).split(',')) {
    const [coding = '', ...parameters] = part.split(';')
    const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean)
    weights.set(coding.trim().toLowerCase(), q === undefined ? 1 : Number(q) || 0)
  }
  return weights
}

/** Encodings by header: browsers send a few different ones. */
const negotiated = new Map<string, ContentEncoding>()
const MAX_NEGOTIATED = 100

/** The available encoding with the highest weight; brotli when weights are equal. */
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
  const weights = parseWeights(header)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = weightOf('gzip')
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}
