import type { Kysely } from 'kysely'
import type { Publisher, PublishOptions, PublishResult } from '../publisher.ts'
import { LostProductsError, PublishError } from '../publish-error.ts'
import type { Release } from '../release/release.ts'
import { runExclusively } from '#src/server/db/lock-queries.ts'
import type { Database, PublishResultRow } from '#src/server/db/schema.ts'
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
    // The last pages are followed by the result: most publishes are so small that they write nothing.
    if (now - writtenAt >= PROGRESS_INTERVAL_MS && done < total) {
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
  /** Called when a release has gone live. */
  onPublished: (release: Release) => void
}

/** E.g. `read 12, render 40`. */
const toText = (phases: Record<string, number>): string =>
  Object.entries(phases)
    .map(([name, ms]) => `${name} ${ms}`)
    .join(', ')

interface Published {
  /** Whether it published saves, not only what they have left to a later publish. */
  isOfSaves: boolean
  /** Whether something is left to a later publish. */
  deferred: boolean
}

/**
 * Publishes all waiting changes as one release. A request stays until a publish has fulfilled it.
 * @param settle publishes also what earlier publishes have left to a later one.
 * @returns undefined when nothing was published.
 */
async function publishWaiting(options: Options, settle: boolean): Promise<Published | undefined> {
  const { deps } = options
  // Most looks find nothing, and take no lock.
  if (!(await hasWork(deps.db, settle))) return undefined
  return runExclusively(deps, async (db) => {
    try {
      const state = await findPublishResult(db)
      if (state?.pinned) {
        if (state.release !== state.pinned) await applyPin(options, db, state.pinned)
        return undefined
      }
      // Read before the catalogue: a later change has a request of its own.
      const waiting = await listPublishRequests(db)
      const isOfSaves = waiting.length > 0
      if (!isOfSaves && !settle) return undefined
      const [published] = await Promise.all([
        publishNow(options, {
          maxDeferrable: isOfSaves ? 0 : SETTLE_PAGES,
          acceptedProducts: Math.min(...waiting.flatMap((one) => one.accepted_products ?? [])),
        }),
        // To an editor, what is saved is live when the rest follows.
        isOfSaves ? updatePublishResult(db, { ...RESTING, started_at: deps.now() }) : undefined,
      ])
      await recordPublish(options, db, published, waiting)
      return { isOfSaves, deferred: published.deferred }
    } catch (error) {
      await updatePublishResult(db, { ...IDLE, ...toStoredError(error) }).catch(() => {})
      throw error
    }
  })
}

/** What editors read of a failure; the operator's log has the error itself. */
function toStoredError(
  error: unknown,
): Pick<PublishResultRow, 'error'> & Partial<PublishResultRow> {
  if (error instanceof LostProductsError) {
    const { live, now } = error
    const message = `The catalogue has ${now} products, the site ${live}.`
    return { error: message, live_products: live, refused_products: now }
  }
  return {
    error: error instanceof PublishError ? error.message : 'Something unexpected went wrong.',
  }
}

async function hasWork(db: Db, settle: boolean): Promise<boolean> {
  const state = await findPublishResult(db)
  if (state?.pinned) return state.release !== state.pinned
  return settle || (await countPublishRequests(db)) > 0
}

async function publishNow(
  { deps, publisher, onPublished }: Options,
  publishOptions: PublishOptions,
): Promise<PublishResult> {
  const published = await publisher.publish(publishOptions)
  onPublished(published.release)
  const { release, built, rendered, phases } = published
  if (built) deps.log('info', 'published', { id: release.id, rendered, phases: toText(phases) })
  return published
}

/** Rolls the site back to the pinned release. */
async function applyPin(
  { deps, publisher, onPublished }: Options,
  db: Db,
  pinned: string,
): Promise<void> {
  try {
    onPublished(await publisher.rollBack(pinned))
    await updatePublishResult(db, { ...IDLE, release: pinned, published_at: deps.now() })
  } catch (error) {
    await updatePublishResult(db, { pinned: '' })
    throw error
  }
}

/** No publish runs. */
const RESTING = { started_at: null, pages_done: 0, pages_total: 0 } as const
/** No publish runs, and the last one was no failure. */
const IDLE = { ...RESTING, error: '', live_products: null, refused_products: null } as const

/** Records what is live now, and the requests that it fulfilled, which wait no more. */
export async function recordPublish(
  { deps, publisher }: Pick<Options, 'deps' | 'publisher'>,
  db: Kysely<Database>,
  { release, rendered }: PublishResult,
  requests: Awaited<ReturnType<typeof listPublishRequests>>,
): Promise<void> {
  const files = [...release.files.values()]
  const { id, builtAt, products } = release
  const pages = files.filter(({ type }) => type.startsWith('text/html')).length
  const bytes = files.reduce((sum, { size, br = 0, gz = 0 }) => sum + size + br + gz, 0)
  const record = { id, builtAt, products, rendered, pages, bytes }
  const kept = publisher.listReleases()
  await db.transaction().execute(async (transaction) => {
    await recordRelease(transaction, record, requests, kept)
    await updatePublishResult(transaction, { ...IDLE, release: id, published_at: deps.now() })
    await deletePublishRequests(
      transaction,
      requests.map((request) => request.id),
    )
  })
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
        const published = await publishWaiting(options, settle)
        failures = 0
        if (!published) continue
        clearTimeout(settling)
        // What saves have left, when no other one follows; then the rest of it.
        const delay = published.isOfSaves ? SETTLE_MS : 0
        if (published.deferred) settling = setTimeout(publishDeferred, delay)
      } catch (error) {
        isSettling ||= settle
        retryAt = performance.now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++)
        deps.log('error', 'publish failed', { error: String(error) })
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
