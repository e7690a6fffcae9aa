import pLimit from 'p-limit'
import { MINUTE_MS } from '#src/rules/constants.ts'
import { runExclusively } from '#src/server/core/db/lock-queries.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { describeError } from '#src/server/core/log.ts'
import {
  countPublishRequests,
  findPublishResult,
  listPublishRequests,
  updatePublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import { endFailures } from '#src/server/studio/releases/queries.ts'
import type { Publisher } from '../publisher.ts'
import { recordFailure } from './record-failure.ts'
import { IDLE, NO_PROGRESS, recordPublish } from './record-publish.ts'

const POLL_INTERVAL_MS = 500
/** Time without a save after which deferred pages are published. */
const DEFERRED_DELAY_MS = 1_500
/** Deferred pages of one publish. */
const DEFERRED_PAGES = 40
/** Time after which deferred pages are published although saves go on. The saves wait for them once. */
const MAX_DEFERRED_MS = 300_000
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = MINUTE_MS

/** Shortest time between two writes of the progress. */
const PROGRESS_INTERVAL_MS = 250
const PROGRESS_LINE_INTERVAL_MS = 5_000

/** Reports how many pages of a publish are rendered: often to the studio, seldom to the operator. */
export function createProgressReporter({ db }: Deps, print: (line: string) => void) {
  let writtenAt = 0
  let printedAt = performance.now()
  let calledAt = printedAt
  return (done: number, total: number): void => {
    const now = performance.now()
    // These are the first pages of another publish.
    if (now - calledAt >= PROGRESS_LINE_INTERVAL_MS) printedAt = now
    calledAt = now
    // The result follows the last pages, so a small publish writes no progress.
    if (now - writtenAt >= PROGRESS_INTERVAL_MS && done < total) {
      writtenAt = now
      // Only for display: the next write replaces one that fails.
      void updatePublishResult(db, { pages_done: done, pages_total: total }).catch(() => {})
    }
    if (now - printedAt < PROGRESS_LINE_INTERVAL_MS) return
    printedAt = now
    print(`${done} of ${total} pages are rendered.`)
  }
}

interface Options {
  deps: Deps
  publisher: Publisher
}

interface Published {
  /** Whether it published saves, and not only deferred pages. */
  isOfSaves: boolean
  /** Whether pages are left to a later publish. */
  deferred: boolean
}

/**
 * Publishes all waiting changes as one release. A request stays until a publish has fulfilled it.
 * @param withDeferred also publishes pages that earlier publishes have deferred.
 * @param interruption ends a publish of deferred pages only.
 * @returns undefined if nothing was published.
 */
async function publishWaiting(
  options: Options,
  withDeferred: boolean,
  interruption: AbortSignal,
): Promise<Published | undefined> {
  const { deps } = options
  // Most runs find nothing to do, and take no lock.
  if (!(await hasWork(deps.db, withDeferred))) return undefined
  return runExclusively(deps, 'publish-queue', async (db) => {
    try {
      const state = await findPublishResult(db)
      if (state?.pinned) {
        if (state.release !== state.pinned) await applyPin(options, db, state.pinned)
        return undefined
      }
      // Read before the catalogue, because a later change has its own request.
      const waiting = await listPublishRequests(db)
      const isOfSaves = waiting.length > 0
      if (!isOfSaves && !withDeferred) return undefined
      const [published] = await Promise.all([
        options.publisher.publish({
          maxDeferrable: isOfSaves ? 0 : DEFERRED_PAGES,
          acceptedProducts: Math.min(
            ...waiting.flatMap((request) => request.accepted_products ?? []),
          ),
          interruption: isOfSaves ? undefined : interruption,
        }),
        // The editor waits for the saved pages only, not for the deferred ones.
        isOfSaves ? updatePublishResult(db, { ...NO_PROGRESS, started_at: deps.now() }) : undefined,
      ])
      const { release, built, rendered, phases } = published
      if (built) deps.log('info', 'published', { id: release.id, rendered, phases: toText(phases) })
      await recordPublish(options, db, published, waiting)
      return { isOfSaves, deferred: published.deferred }
    } catch (error) {
      // A publish has not failed if its process stopped, or if a save interrupted it.
      const isEnded = deps.signal?.aborted || error === interruption.reason
      const recorded = isEnded
        ? updatePublishResult(db, NO_PROGRESS)
        : recordFailure(deps, db, error)
      await recorded.catch(() => {})
      throw error
    }
  })
}

/** E.g. `read 12, render 40`. */
const toText = (phases: Record<string, number>): string =>
  Object.entries(phases)
    .map(([name, ms]) => `${name} ${ms}`)
    .join(', ')

async function hasWork(db: Db, withDeferred: boolean): Promise<boolean> {
  const state = await findPublishResult(db)
  if (state?.pinned) return state.release !== state.pinned
  return withDeferred || (await countPublishRequests(db)) > 0
}

/** Rolls the site back to the pinned release. */
async function applyPin({ deps, publisher }: Options, db: Db, pinned: string): Promise<void> {
  try {
    await publisher.rollBack(pinned)
    await updatePublishResult(db, { ...IDLE, release: pinned, published_at: deps.now() })
    await endFailures(db, deps.now())
  } catch (error) {
    await updatePublishResult(db, { pinned: '' })
    throw error
  }
}

/**
 * Publishes changes of the catalogue until stopped: at once if this process made them, within half a second if
 * another did. After a failure it tries again at a later time, or if an editor asks.
 */
export function startPublishQueue(options: Options): { stop(): Promise<void> } {
  const { deps } = options
  const serialize = pLimit(1)
  const retry = { failures: 0, at: 0 }
  let deferredTimer: NodeJS.Timeout | undefined
  /** Time since which pages are deferred; undefined if none are. */
  let deferredSince: number | undefined
  /** Ends the publish of deferred pages for one of a save. */
  let interruption = new AbortController()

  const isOverdue = () =>
    deferredSince !== undefined && performance.now() - deferredSince >= MAX_DEFERRED_MS

  async function work(withDeferred: boolean): Promise<void> {
    interruption = new AbortController()
    const { signal } = interruption
    try {
      const published = await publishWaiting(options, withDeferred, signal)
      retry.failures = 0
      if (!published) return
      clearTimeout(deferredTimer)
      if (!published.deferred) {
        deferredSince = undefined
        return
      }
      deferredSince ??= performance.now()
      // Publishes deferred pages once no other save follows, then the rest of them.
      publishDeferredAfter(published.isOfSaves && !isOverdue() ? DEFERRED_DELAY_MS : 0)
    } catch (error) {
      if (error === signal.reason) {
        publishDeferredAfter(DEFERRED_DELAY_MS)
        return
      }
      const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** retry.failures++)
      retry.at = performance.now() + delay
      if (withDeferred) publishDeferredAfter(delay)
      if (!deps.signal?.aborted) deps.events.emit('publishFailed')
      deps.log('error', 'publish failed', { error: describeError(error) })
    }
  }

  function publishDeferredAfter(delay: number): void {
    clearTimeout(deferredTimer)
    deferredTimer = setTimeout(() => {
      // After a publish of a save it would delay the next save.
      if (serialize.activeCount > 0 && !isOverdue()) publishDeferredAfter(DEFERRED_DELAY_MS)
      else void serialize(work, true)
    }, delay)
  }

  const enqueue = () => {
    // A waiting run sees this request, too.
    if (serialize.pendingCount === 0) void serialize(work, false)
  }
  const publishNow = () => {
    if (!isOverdue()) interruption.abort()
    enqueue()
  }
  const isBackingOff = () => performance.now() < retry.at
  const publishUnlessBackingOff = () => {
    if (!isBackingOff()) publishNow()
  }
  const poll = () => {
    if (!isBackingOff()) enqueue()
  }
  // A killed publisher has left its progress behind.
  const clear = () =>
    runExclusively(deps, 'publish-queue', (db) => updatePublishResult(db, NO_PROGRESS))
  void serialize(() => clear().catch(() => {}))
  const timer = setInterval(poll, POLL_INTERVAL_MS)
  deps.events.on('catalogChanged', publishUnlessBackingOff).on('publishRequested', publishNow)
  poll()
  return {
    async stop() {
      deps.events.off('catalogChanged', publishUnlessBackingOff).off('publishRequested', publishNow)
      clearInterval(timer)
      interruption.abort()
      serialize.clearQueue()
      await serialize(() => clearTimeout(deferredTimer))
    },
  }
}
