import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { etagMatches } from '../http/etag.ts'
import { getCatalogueRevision } from './revision.ts'

interface Serialised {
  revision: number
  body: Buffer<ArrayBuffer>
  etag: string
}

/**
 * Answers a reply that depends on nothing but the catalogue: read and serialised once for each
 * revision, and not sent again to a client that has it.
 */
export function cacheByRevision(
  deps: Deps,
  read: () => Promise<{ revision: number }>,
): (c: Context) => Promise<Response> {
  let kept: Serialised | undefined
  let reading: Promise<Serialised> | undefined

  async function build(): Promise<Serialised> {
    const reply = await read()
    const body = Buffer.from(JSON.stringify(reply))
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    kept = { revision: reply.revision, body, etag }
    return kept
  }

  async function current(): Promise<Serialised> {
    const revision = await getCatalogueRevision(deps.db)
    for (;;) {
      if (kept && kept.revision >= revision) return kept
      // A read that was under way may tell of the moment before the change that we know of.
      reading ??= build().finally(() => {
        reading = undefined
      })
      await reading
    }
  }

  return async (c) => {
    const { body, etag } = await current()
    c.header('ETag', etag)
    c.header('Cache-Control', 'no-cache')
    if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
    c.header('Content-Type', 'application/json')
    c.header('Content-Length', String(body.length))
    return c.body(toStream(body))
  }
}

const CHUNK_BYTES = 64 * 1024

/**
 * Streams slices of one buffer as the client reads them: a buffer as the body would be copied for
 * each answer, and clients that do not read would fill the memory with copies.
 */
function toStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, sent + CHUNK_BYTES))
        sent += CHUNK_BYTES
        if (sent >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
