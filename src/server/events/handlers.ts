import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import type { Handlers } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import { deletePageViewsBefore, insertPageView } from './queries.ts'

/** Per client subnet. */
const PAGE_VIEWS: RateLimit = { name: 'page-view', limit: 600, windowMinutes: 1 }
/** A year and a month, so that a month can be compared with the same one a year before. */
const RETENTION_MS = 400 * 24 * 60 * 60_000

/** Stores page views without cookies and without data about the visitor. */
export const eventHandlers = (deps: Deps): Pick<Handlers, 'POST /events'> => ({
  'POST /events': async ({ body, c }) => {
    await consume(deps, PAGE_VIEWS, clientSubnet(clientAddress(c, deps.env)))
    const url = toPageUrl(body.url)
    if (!url) throw new HttpError(400, 'url must be the address of a page.', { field: 'url' })
    await insertPageView(deps.db, {
      id: randomUUID(),
      url,
      referrer: body.referrer ? toPageUrl(body.referrer) : null,
      domain: body.domain,
      created_at: deps.now(),
    })
    return { success: true, message: 'Counted.' }
  },
})

/** Strips query and fragment, which may contain tokens and search terms; null for other URLs. */
function toPageUrl(input: string): string | null {
  const url = URL.parse(input)
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : null
}

export const deleteOldPageViews = ({ db, now }: Deps): Promise<void> =>
  deletePageViewsBefore(db, now() - RETENTION_MS)
