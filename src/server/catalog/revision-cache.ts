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
    return c.body(body)
  }
}
