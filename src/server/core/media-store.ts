import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { Database } from './db/schema.ts'
import type { ServerEnv } from './env.ts'
import { UnavailableError } from './errors.ts'
import { writeFileAtomic } from './files.ts'
import type { S3Location } from './s3-url.ts'

/**
 * Store of source pictures, shared by all machines of a shop. A name contains the hash of the content (`sourceName`),
 * so the file of a name never changes.
 */
export interface MediaStore {
  /** Stores a file. Once it resolves, the file survives a power failure. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns the bytes of the file, if it exists. */
  get(name: string): Promise<Uint8Array | undefined>
  /** @returns the size of the file in bytes, if it exists. */
  size(name: string): Promise<number | undefined>
  /** Deletes a file, if it exists. */
  delete(name: string): Promise<void>
}

/** The name of a picture's source file. */
export const sourceName = ({
  hash,
  format,
}: Pick<Database['picture'], 'hash' | 'format'>): string => `${hash}.${format}`

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw error
}

/** Creates a store in a folder of this machine, or in one that all machines mount. */
export function createFolderStore(folder: string): MediaStore {
  const toPath = (name: string) => join(folder, name)
  return {
    put: (name, bytes) => writeFileAtomic(toPath(name), bytes),
    get: (name) => readFile(toPath(name)).catch(ignoreMissing),
    size: async (name) => (await stat(toPath(name)).catch(ignoreMissing))?.size,
    delete: (name) => rm(toPath(name), { force: true }),
  }
}

export const getSourcesDir = (dataDir: string): string => join(dataDir, 'media', 'sources')

/** Opens the store of MEDIA_STORE: an S3-compatible one, or the folder below DATA_DIR. */
export const openMediaStore = (env: ServerEnv): MediaStore =>
  env.MEDIA_STORE === undefined
    ? createFolderStore(getSourcesDir(env.DATA_DIR))
    : createS3Store({
        ...env.MEDIA_STORE,
        accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
      })

interface S3Options extends S3Location {
  accessKeyId: string
  secretAccessKey: string
}

const S3_TIMEOUT_MS = 10_000
/** Each retry waits twice as long as the previous one, from 50 ms. */
const S3_RETRIES = 3
const S3_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/**
 * Creates a store in a bucket of an S3-compatible service, addressed by path. Retries requests if the service is
 * busy.
 */
function createS3Store(options: S3Options): MediaStore {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = options
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: S3_RETRIES,
  })
  const toUrl = (name: string) =>
    [endpoint, bucket, ...prefix.split('/').filter(Boolean), name]
      .map((segment, index) => (index === 0 ? segment : encodeURIComponent(segment)))
      .join('/')

  async function send(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    name: string,
    init: Pick<RequestInit, 'body' | 'headers'> = {},
  ): Promise<Response> {
    const signal = AbortSignal.timeout(S3_TIMEOUT_MS)
    const sent = client.fetch(toUrl(name), { method, signal, ...init })
    const response = await untilAborted(sent, signal, `${method} ${name}`)
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    const reason = (await response.text()).match(/<Code>([^<]*)<\/Code>/)?.[1]
    const message = `The media store answered ${response.status}${reason ? ` (${reason})` : ''} to ${method} ${name}.`
    throw response.status >= 500 ? new UnavailableError(message) : new Error(message)
  }

  return {
    async put(name, bytes) {
      await send('PUT', name, {
        body: Buffer.from(bytes),
        headers: { 'Content-Type': 'application/octet-stream', 'Cache-Control': S3_CACHE_CONTROL },
      })
    },
    async get(name) {
      const response = await send('GET', name)
      const signal = AbortSignal.timeout(S3_TIMEOUT_MS)
      if (response.ok) return untilAborted(response.bytes(), signal, `GET ${name}`)
      await response.body?.cancel()
      return undefined
    },
    async size(name) {
      const { ok, headers } = await send('HEAD', name)
      return ok ? Number(headers.get('content-length')) : undefined
    },
    async delete(name) {
      await (await send('DELETE', name)).body?.cancel()
    },
  }
}

/**
 * Waits for work until a signal aborts. A `fetch` loses its signal if the garbage collector takes the signed request
 * before the answer.
 * @throws UnavailableError if the work fails, or does not end in time.
 */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, request: string): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UnavailableError(`The media store does not answer ${request}: ${reason}.`, { cause })
  }
}
