import { AwsClient } from 'aws4fetch'
import type { MediaStore } from './media-store.ts'

export interface S3Location {
  /** Origin of the service. */
  endpoint: string
  region: string
  bucket: string
  /** Folder in the bucket; empty for its root. */
  prefix: string
}

interface S3Options extends S3Location {
  accessKeyId: string
  secretAccessKey: string
}

const DEFAULT_REGION = 'us-east-1'
const TIMEOUT_MS = 10_000
/** Each waits twice as long as the one before, from 50 ms. */
const RETRIES = 3
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…`. Both parameters are optional: the default
 * is AWS itself.
 * @returns undefined when it is no such address.
 */
export function parseS3Url(value: string): S3Location | undefined {
  const url = URL.parse(value)
  if (url?.protocol !== 's3:' || url.hostname === '') return undefined
  const { hostname, pathname, searchParams } = url
  const region = searchParams.get('region') ?? DEFAULT_REGION
  const endpoint = URL.parse(searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if (!endpoint || !/^https?:$/.test(endpoint.protocol)) return undefined
  return {
    endpoint: endpoint.origin,
    region,
    bucket: hostname,
    prefix: decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, ''),
  }
}

/** A bucket of an S3-compatible service, addressed by path. Requests are retried when the service is busy. */
export function createS3Store(options: S3Options): MediaStore {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = options
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  })
  const toUrl = (name: string) =>
    [endpoint, bucket, ...prefix.split('/').filter(Boolean), name]
      .map((segment, at) => (at === 0 ? segment : encodeURIComponent(segment)))
      .join('/')

  async function send(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    name: string,
    init: Pick<RequestInit, 'body' | 'headers'> = {},
  ): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await client.fetch(toUrl(name), { method, signal, ...init })
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    const reason = (await response.text()).match(/<Code>([^<]*)<\/Code>/)?.[1]
    throw new Error(
      `The media store answered ${response.status}${reason ? ` (${reason})` : ''} to ${method} ${name}.`,
    )
  }

  return {
    async put(name, bytes) {
      await send('PUT', name, {
        body: Buffer.from(bytes),
        headers: { 'Content-Type': 'application/octet-stream', 'Cache-Control': CACHE_CONTROL },
      })
    },
    async get(name) {
      const response = await send('GET', name)
      if (response.ok) return response.bytes()
      await response.body?.cancel()
      return undefined
    },
    exists: async (name) => (await send('HEAD', name)).ok,
    async delete(name) {
      await (await send('DELETE', name)).body?.cancel()
    },
  }
}
