export interface S3Location {
  /** Origin of the service. */
  endpoint: string
  region: string
  bucket: string
  /** Folder in the bucket; empty for its root. */
  prefix: string
}

const DEFAULT_REGION = 'us-east-1'

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…`. The default of both parameters is AWS.
 * @returns undefined for another address.
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
