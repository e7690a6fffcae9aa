import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { PublishState } from '#src/contract/editor-publish.ts'
import { createFindCaller } from '../auth/session.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller } from '../http/mount.ts'
import { countPublishRequests, findPublishResult } from './queries.ts'

const toIso = (time: number | null | undefined): string | null =>
  time ? new Date(time).toISOString() : null

export async function getPublishState({ db }: Deps): Promise<PublishState> {
  const waiting = await countPublishRequests(db)
  const result = await findPublishResult(db)
  const startedAt = toIso(result?.started_at)
  const error = result?.error ?? ''
  const pinned = result?.pinned ?? ''
  return {
    state: startedAt
      ? 'rendering'
      : error
        ? 'failed'
        : pinned
          ? 'pinned'
          : waiting > 0
            ? 'waiting'
            : 'live',
    waiting,
    progress:
      startedAt && result && result.pages_total > 0
        ? { done: result.pages_done, total: result.pages_total }
        : null,
    startedAt,
    message: error,
    lostProducts:
      result && result.live_products !== null && result.refused_products !== null
        ? { live: result.live_products, now: result.refused_products }
        : null,
    release: result?.release ?? '',
    publishedAt: toIso(result?.published_at),
    pinned,
  }
}

/** Time between two looks at the state, which other processes change too. */
const POLL_INTERVAL_MS = 250
/**
 * Time between two lines that only show that the stream is alive, and two checks of the session: far
 * below the time after which the server closes a connection on which nothing moves.
 */
const HEARTBEAT_MS = 2_000
/** Streams of one account in one process: browser tabs. */
const MAX_STREAMS = 6

/**
 * Streams the publish state until the client leaves, the session ends, or the process stops. All
 * streams of a process share one look at the database.
 */
export function createPublishEvents(deps: Deps): (c: Context, caller: Caller) => Response {
  const findCaller = createFindCaller(deps)
  const open = new Map<string, number>()
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
    const count = open.get(userId) ?? 0
    if (count >= MAX_STREAMS)
      throw new HttpError(429, 'Too many pages of the studio are open. Please close one.', {
        retryAfter: 30,
      })
    open.set(userId, count + 1)
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
        // The client connects again by itself.
        deps.log('warn', 'publish events ended', { error: String(error) })
      } finally {
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      }
    })
  }
}
