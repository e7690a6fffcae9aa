import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { EndpointName } from '#src/contract/endpoints.ts'
import { hashToken } from '../auth/token.ts'
import { insertNonceOnce } from '../auth/token-queries.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { readText } from '../http/body.ts'
import type { Handlers } from '../http/mount.ts'
import { notifyOfChange } from './channel-queries.ts'
import { assertEditor } from './handlers.ts'
import { createPublishEvents, getPublishState } from './publish-state.ts'
import { insertPublishRequest } from './queries.ts'
import * as releases from './releases.ts'

type HandledEndpoint = Extract<
  EndpointName,
  'POST /publish' | `${string} /editor/publish${string}` | `${string} /editor/releases${string}`
>

/** Handlers of publishes and releases. */
export function publishHandlers(deps: Deps): Pick<Handlers, HandledEndpoint> {
  const streamEvents = createPublishEvents(deps)
  return {
    'POST /publish': async ({ c }) => {
      await assertSigned(deps, c)
      await insertPublishRequest(deps.db, deps.now(), { summary: 'Changed in another system' })
      await notifyOfChange(deps, deps.db)
      deps.onCatalogueChange?.()
      return { success: true, message: 'The site is published in a moment.' }
    },
    'GET /editor/publish': async ({ caller }) => {
      assertEditor(caller)
      return getPublishState(deps)
    },
    'GET /editor/publish/events': async ({ caller, c }) => {
      assertEditor(caller)
      return streamEvents(c, caller)
    },
    'POST /editor/publish/resume': async ({ caller, query }) => {
      assertEditor(caller)
      await releases.resume(deps, caller.userId, query.acceptedProducts)
      return getPublishState(deps)
    },
    'GET /editor/releases': async ({ caller }) => {
      assertEditor(caller)
      return releases.listReleases(deps)
    },
    'POST /editor/releases/:id/roll-back': async ({ caller, param }) => {
      assertEditor(caller)
      await releases.rollBack(deps, param, caller.userId)
      return getPublishState(deps)
    },
  }
}

/** Difference of the clocks of sender and server, and the time for which a signature is kept. */
const MAX_SIGNATURE_AGE_MS = 5 * 60_000

const refused = () => new HttpError(401, 'The signature is not valid.')

/**
 * @throws HttpError 404 without PUBLISH_SECRET; 401 when the signature is wrong, older than five
 * minutes or used before.
 */
async function assertSigned(deps: Deps, c: Context): Promise<void> {
  const secret = deps.env.PUBLISH_SECRET
  if (!secret) throw new HttpError(404, 'There is nothing at this address.')
  const timestamp = c.req.header('x-kairavi-timestamp') ?? ''
  const signature = Buffer.from(c.req.header('x-kairavi-signature') ?? '', 'hex')
  const expected = createHmac('sha256', secret)
    .update(`${timestamp}.${await readText(c)}`)
    .digest()
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw refused()
  const at = Number(timestamp) * 1000
  if (!(Math.abs(deps.now() - at) <= MAX_SIGNATURE_AGE_MS)) throw refused()
  const nonce_hash = hashToken(`publish ${expected.toString('hex')}`)
  if (!(await insertNonceOnce(deps.db, { nonce_hash, expires_at: at + 2 * MAX_SIGNATURE_AGE_MS })))
    throw refused()
}
