import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { PublishState } from '#src/contract/editor-publish.ts'
import { hasRight } from '#src/contract/values.ts'
import { MINUTE_MS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { readText } from '../../core/http/body.ts'
import type { Caller, Handlers } from '../../core/http/mount.ts'
import { notifyOthers } from '../../core/publish-requests/channel-queries.ts'
import {
  countPublishRequests,
  findOldestPublishRequest,
  findPublishResult,
  insertPublishRequest,
} from '../../core/publish-requests/queries.ts'
import { hashToken } from '../../core/token.ts'
import { createFindCaller } from '../../shop/auth/session.ts'
import type { OidcNonceRow } from '../../shop/auth/tables.ts'
import { insertNonce } from '../../shop/auth/token-queries.ts'
import { listChangedRecords, putRecordsBack } from './put-back.ts'
import * as releases from './releases.ts'

/** Handler for publish requests by other systems. */
export const publishRequestHandlers = (deps: Deps) =>
  ({
    'POST /publish': async ({ c }) => {
      const nonce = await assertSigned(deps, c)
      // In one transaction, because the sender retries a failed call with the same signature.
      await deps.db.transaction().execute(async (db) => {
        if (!(await insertNonce(db, nonce))) throw invalidSignature()
        await insertPublishRequest(db, deps.now(), { summary: 'Changed in another system' })
        await notifyOthers(deps, db, 'publishRequested')
      })
      deps.events.emit('publishRequested')
      return { success: true, message: 'The site is published in a moment.' }
    },
  }) satisfies Partial<Handlers>

export function publishHandlers(deps: Deps) {
  const streamEvents = createPublishEvents(deps)
  return {
    'GET /editor/publish': () => getPublishState(deps),
    'GET /editor/publish/events': async ({ caller, c }) => streamEvents(c, caller),
    'POST /editor/publish/resume': async ({ caller, query }) => {
      await releases.resume(deps, caller.userId, query.acceptedProducts)
      return getPublishState(deps)
    },
    'GET /editor/releases': () => releases.listReleases(deps),
    'GET /editor/publish/failures': ({ caller }) =>
      releases.listFailures(deps, hasRight(caller.role, 'team')),
    'GET /editor/releases/:id/changed-records': ({ param }) => listChangedRecords(deps, param),
    'POST /editor/releases/:id/put-back': ({ caller, param }) =>
      putRecordsBack(deps, param, caller.userId),
    'POST /editor/releases/:id/roll-back': async ({ caller, param }) => {
      await releases.rollBack(deps, param, caller.userId)
      return getPublishState(deps)
    },
  } satisfies Partial<Handlers>
}

/** Maximum difference between the clocks of sender and server. */
const MAX_SIGNATURE_AGE_MS = 5 * MINUTE_MS

const invalidSignature = () => new HttpError(401, 'The signature is not valid.')

/**
 * Verifies the signature of a request.
 * @returns the nonce of the signature, which is accepted once.
 * @throws HttpError 404 without PUBLISH_SECRET; 401 if the signature is wrong or older than five minutes.
 */
async function assertSigned(deps: Deps, c: Context): Promise<OidcNonceRow> {
  const secret = deps.env.PUBLISH_SECRET
  if (!secret) throw new HttpError(404, 'There is nothing at this address.')
  const timestamp = c.req.header('x-kairavi-timestamp') ?? ''
  const signature = Buffer.from(c.req.header('x-kairavi-signature') ?? '', 'hex')
  const expected = createHmac('sha256', secret)
    .update(`${timestamp}.${await readText(c)}`)
    .digest()
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw invalidSignature()
  const sentAt = Number(timestamp) * 1000
  if (!(Math.abs(deps.now() - sentAt) <= MAX_SIGNATURE_AGE_MS)) throw invalidSignature()
  return {
    nonce_hash: hashToken(`publish ${expected.toString('hex')}`),
    expires_at: sentAt + 2 * MAX_SIGNATURE_AGE_MS,
  }
}

/** Time after which a waiting change means that no publisher runs. Normally a publish starts within a second. */
const NO_PUBLISHER_MS = MINUTE_MS
const NO_PUBLISHER = 'No process publishes: start one with npm start.'

async function getPublishState({ db, now }: Deps): Promise<PublishState> {
  const waiting = await countPublishRequests(db)
  const result = await findPublishResult(db)
  const startedAt = result?.started_at ? toIso(result.started_at) : null
  const error = result?.error ?? ''
  const pinned = result?.pinned ?? ''
  const state = startedAt
    ? 'rendering'
    : error
      ? 'failed'
      : pinned
        ? 'pinned'
        : waiting > 0
          ? 'waiting'
          : 'live'
  const oldest = state === 'waiting' ? await findOldestPublishRequest(db) : undefined
  const hasPublisher = oldest === undefined || now() - oldest < NO_PUBLISHER_MS
  return {
    state,
    waiting,
    progress:
      startedAt && result && result.pages_total > 0
        ? { done: result.pages_done, total: result.pages_total }
        : null,
    startedAt,
    message: hasPublisher ? error : NO_PUBLISHER,
    lostProducts:
      result && result.live_products !== null && result.refused_products !== null
        ? { live: result.live_products, now: result.refused_products }
        : null,
    release: result?.release ?? '',
    publishedAt: result?.published_at ? toIso(result.published_at) : null,
    pinned,
  }
}

/** Interval of reading the state, which other processes change too. */
const POLL_INTERVAL_MS = 250
/**
 * Interval of keep-alive lines and of checks of the sign-in. It is far below the time after which
 * the server closes an idle connection.
 */
const HEARTBEAT_MS = 2_000
/** Streams per account and process, i.e. browser tabs. */
const MAX_STREAMS = 6

/**
 * Streams the publish state until the client disconnects, the sign-in ends, or the process stops.
 * All streams of a process share one read of the database.
 */
function createPublishEvents(deps: Deps): (c: Context, caller: Caller) => Response {
  const findCaller = createFindCaller(deps)
  const streamCounts = new Map<string, number>()
  let next: Promise<string> | undefined

  const readState = async () => JSON.stringify(await getPublishState(deps))
  const readNextState = () => {
    next ??= sleep(POLL_INTERVAL_MS, undefined, { ref: false })
      .then(readState)
      .finally(() => {
        next = undefined
      })
    return next
  }

  return (c, { userId }) => {
    const count = streamCounts.get(userId) ?? 0
    if (count >= MAX_STREAMS)
      throw new HttpError(429, 'Too many pages of the studio are open. Please close one.', {
        retryAfter: 30,
      })
    streamCounts.set(userId, count + 1)
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (stream) => {
      try {
        let sent = ''
        let checkedAt = performance.now()
        let state = await readState()
        while (!stream.aborted && !deps.signal?.aborted) {
          if (state !== sent) await stream.writeSSE({ event: 'state', data: state })
          sent = state
          if (performance.now() - checkedAt >= HEARTBEAT_MS) {
            checkedAt = performance.now()
            const caller = await findCaller(c, true)
            if (!caller || caller.role === 'customer') return
            await stream.write(': \n\n')
          }
          state = await readNextState()
        }
      } catch (error) {
        // The client reconnects.
        deps.log('warn', 'publish events ended', { error: String(error) })
      } finally {
        const remaining = (streamCounts.get(userId) ?? 1) - 1
        if (remaining > 0) streamCounts.set(userId, remaining)
        else streamCounts.delete(userId)
      }
    })
  }
}
