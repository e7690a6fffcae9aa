import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import type { Handlers } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'

const VIEWS: RateLimit = { name: 'page-view', limit: 600, windowMinutes: 1 }
/** Time a page view is kept, in milliseconds: a year, to compare it with the last. */
const KEPT_MS = 400 * 24 * 60 * 60_000

/** Page views, without a cookie and without anything of the visitor. */
export const eventHandlers = (deps: Deps): Pick<Handlers, 'POST /events'> => ({
  'POST /events': async ({ body, c }) => {
    await consume(deps, VIEWS, clientSubnet(clientAddress(c, deps.env)))
    const url = pageOf(body.url)
    if (!url) throw new HttpError(400, 'url must be the address of a page.', { field: 'url' })
    await deps.db
      .insertInto('page_view')
      .values({
        id: randomUUID(),
        url,
        referrer: body.referrer ? pageOf(body.referrer) : null,
        domain: body.domain,
        created_at: deps.now(),
      })
      .execute()
    return { success: true, message: 'Counted.' }
  },
})

/** The page without its query, where tokens and search words may be; null when it is none. */
function pageOf(given: string): string | null {
  const url = URL.parse(given)
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : null
}

export async function deleteOldPageViews({ db, now }: Deps): Promise<void> {
  await db
    .deleteFrom('page_view')
    .where('created_at', '<', now() - KEPT_MS)
    .execute()
}
