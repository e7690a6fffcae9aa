import type { Publisher, PublishResult } from '#src/publish/publish.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import type { Release } from '#src/publish/release.ts'
import { runExclusively } from '#src/server/db/lock-queries.ts'
import type { Db, Deps } from '#src/server/deps.ts'
import {
  countPublishRequests,
  deletePublishRequests,
  findPublishResult,
  listPublishRequests,
  updatePublishResult,
} from '#src/server/editor/queries.ts'
import { recordRelease } from '#src/server/editor/releases.ts'

const POLL_INTERVAL_MS = 500
/** Time without a save after which pages are published that the publishes of saves have left. */
const SETTLE_MS = 1_500
/** Such pages of one publish: a save that comes meanwhile does not wait long. */
const SETTLE_PAGES = 40
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000

/** Shortest time between two writes of the progress. */
const PROGRESS_INTERVAL_MS = 250
const PROGRESS_LINE_INTERVAL_MS = 5_000

/** Shows how many pages of a publish are rendered: to the studio often, to the operator rarely. */
export function createProgressReporter({ db }: Deps, print: (line: string) => void) {
  let writtenAt = 0
  let printedAt = performance.now()
  let calledAt = printedAt
  return (done: number, total: number): void => {
    const now = performance.now()
    // The first pages of another publish.
    if (now - calledAt >= PROGRESS_LINE_INTERVAL_MS) printedAt = now
    calledAt = now
    if (now - writtenAt >= PROGRESS_INTERVAL_MS) {
      writtenAt = now
      // Only shown: a write that fails is made up for by the next one.
      void updatePublishResult(db, { pages_done: done, pages_total: total }).catch(() => {})
    }
    if (now - printedAt < PROGRESS_LINE_INTERVAL_MS) return
    printedAt = now
    print(`${done} of ${total} pages are rendered.`)
  }
}

export interface PublishQueue {
  /** Looks at the queue now; after a failure only when the time has come, or an editor asks. */
  wake(isAsked?: boolean): void
  /** Waits for the publish that runs, and starts none. */
  stop(): Promise<void>
}

interface Options {
  deps: Deps
  publisher: Publisher
  /** Makes a kept release the live one. */
  rollBack: (id: string) => Promise<Release>
  /** Ids of the releases whose files exist. */
  listReleases: () => string[]
  /** Called when a release has gone live. */
  onPublished: (release: Release) => void
}

/** E.g. `read 12, render 40`. */
const toText = (phases: Record<string, number>): string =>
  Object.entries(phases)
    .map(([name, ms]) => `${name} ${ms}`)
    .join(', ')

/**
 * Publishes all waiting changes as one release. A request stays until a publish has fulfilled it.
 * @param settle publishes also what earlier publishes have left to a later one.
 * @returns whether something is left to a later publish; undefined when nothing was published.
 */
async function publishWaiting(options: Options, settle: boolean): Promise<boolean | undefined> {
  const { deps } = options
  const state = await findPublishResult(deps.db)
  if (state?.pinned) {
    if (state.release !== state.pinned) await applyPin(options, state.pinned)
    return undefined
  }
  if (!settle && (await countPublishRequests(deps.db)) === 0) return undefined
  return runExclusively(deps, async (db) => {
    // Read before the catalogue: a later change has a request of its own.
    const waiting = await listPublishRequests(db)
    if (waiting.length === 0 && !settle) return undefined
    await updatePublishResult(db, { started_at: deps.now(), pages_done: 0, pages_total: 0 })
    const published = await options.publisher.publish({
      maxDeferrable: waiting.length > 0 ? 0 : SETTLE_PAGES,
    })
    options.onPublished(published.release)
    const { release, built, rendered, deferred, phases } = published
    if (built) deps.log('info', 'published', { id: release.id, rendered, phases: toText(phases) })
    await recordPublish(options, db, published, waiting)
    await deletePublishRequests(
      db,
      waiting.map(({ id }) => id),
    )
    return deferred
  })
}

/** Rolls the site back to the pinned release, once. */
async function applyPin({ deps, rollBack, onPublished }: Options, pinned: string): Promise<void> {
  await runExclusively(deps, async (db) => {
    const state = await findPublishResult(db)
    if (state?.pinned !== pinned || state.release === pinned) return
    try {
      onPublished(await rollBack(pinned))
      await updatePublishResult(db, { ...IDLE, release: pinned, published_at: deps.now() })
    } catch (error) {
      await updatePublishResult(db, { pinned: '' })
      throw error
    }
  })
}

/** No publish runs. */
const RESTING = { started_at: null, pages_done: 0, pages_total: 0 } as const
/** No publish runs, and the last one was no failure. */
const IDLE = { ...RESTING, error: '' } as const

/** Records what is live now, and what it published. */
export async function recordPublish(
  { deps, listReleases }: Pick<Options, 'deps' | 'listReleases'>,
  db: Db,
  { release, rendered }: PublishResult,
  requests: Parameters<typeof recordRelease>[2],
): Promise<void> {
  const files = [...release.files.values()]
  const { id, builtAt, products } = release
  const pages = files.filter(({ type }) => type.startsWith('text/html')).length
  const bytes = files.reduce((sum, { size, br = 0, gz = 0 }) => sum + size + br + gz, 0)
  await recordRelease(
    db,
    { id, builtAt, products, rendered, pages, bytes },
    requests,
    listReleases(),
  )
  await updatePublishResult(db, { ...IDLE, release: id, published_at: deps.now() })
}

/**
 * Publishes changes of the catalogue until stopped: at once when this process made them, within half
 * a second when another did.
 */
export function startPublishQueue(options: Options): PublishQueue {
  const { deps } = options
  let running: Promise<void> | undefined
  let isAwake = false
  let isCleared = false
  let isStopped = false
  let failures = 0
  let retryAt = 0
  let settling: NodeJS.Timeout | undefined
  let isSettling = false

  async function work(): Promise<void> {
    if (!isCleared) {
      // A publisher that was killed has left its progress behind.
      await runExclusively(deps, (db) => updatePublishResult(db, RESTING)).catch(() => {})
      isCleared = true
    }
    while (isAwake && !isStopped) {
      isAwake = false
      const settle = isSettling
      isSettling = false
      try {
        const deferred = await publishWaiting(options, settle)
        failures = 0
        if (deferred !== undefined) clearTimeout(settling)
        // The rest at once; what a save has left, when no other one follows.
        if (deferred) settling = setTimeout(publishDeferred, settle ? 0 : SETTLE_MS)
      } catch (error) {
        isSettling ||= settle
        retryAt = performance.now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++)
        const message =
          error instanceof PublishError ? error.message : 'Something unexpected went wrong.'
        deps.log('error', 'publish failed', { error: String(error) })
        await updatePublishResult(deps.db, { ...IDLE, error: message }).catch(() => {})
      }
    }
    running = undefined
  }

  const wake = (isAsked = false) => {
    if (!isAsked && performance.now() < retryAt) return
    isAwake = true
    running ??= work()
  }
  function publishDeferred(): void {
    isSettling = true
    wake()
  }
  const timer = setInterval(wake, POLL_INTERVAL_MS, false)
  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(settling)
      await running
    },
  }
}
