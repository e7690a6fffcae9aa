import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const DECODERS = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])

/** The text of a body that came as its `Content-Encoding` says. */
export function decodeBody(bytes: Uint8Array, { headers }: Response): string {
  const decode = DECODERS.get(headers.get('content-encoding') ?? '')
  return new TextDecoder().decode(decode ? decode(bytes) : bytes)
}
