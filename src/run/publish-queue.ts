import type { Publisher } from '#src/publish/publish.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import type { Release } from '#src/publish/release.ts'
import { runExclusively } from '#src/server/db/lock-queries.ts'
import type { Deps } from '#src/server/deps.ts'
import {
  deletePublishRequests,
  listPublishRequests,
  updatePublishResult,
} from '#src/server/editor/queries.ts'

const POLL_INTERVAL_MS = 500
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000

export interface PublishQueue {
  /** Looks at the queue now. */
  wake(): void
  /** Waits for the publish that runs, and starts none. */
  stop(): Promise<void>
}

/** Publishes all waiting changes as one release. A request stays until a publish has fulfilled it. */
async function publishWaiting(
  deps: Deps,
  publisher: Publisher,
  onPublished: (release: Release) => void,
): Promise<void> {
  if ((await listPublishRequests(deps.db)).length === 0) return
  await runExclusively(deps, async (db) => {
    // Read before the catalogue: a later change has a request of its own.
    const waiting = await listPublishRequests(db)
    if (waiting.length === 0) return
    const { release } = await publisher.publish()
    onPublished(release)
    await deletePublishRequests(
      db,
      waiting.map(({ id }) => id),
    )
    await updatePublishResult(db, {
      release: release.id,
      published_at: deps.now(),
      error: '',
    })
  })
}

/**
 * Publishes changes of the catalogue until stopped: at once when this process made them, within half
 * a second when another did.
 * @param onPublished called when a release has gone live.
 */
export function startPublishQueue(
  deps: Deps,
  publisher: Publisher,
  onPublished: (release: Release) => void,
): PublishQueue {
  let running: Promise<void> | undefined
  let isAwake = false
  let isStopped = false
  let failures = 0
  let retryAt = 0

  async function work(): Promise<void> {
    while (isAwake && !isStopped) {
      isAwake = false
      try {
        await publishWaiting(deps, publisher, onPublished)
        failures = 0
      } catch (error) {
        retryAt = performance.now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++)
        const message =
          error instanceof PublishError ? error.message : 'Something unexpected went wrong.'
        deps.log('error', 'publish failed', { error: String(error) })
        await updatePublishResult(deps.db, { error: message }).catch(() => {})
      }
    }
    running = undefined
  }

  const wake = () => {
    if (performance.now() < retryAt) return
    isAwake = true
    running ??= work()
  }
  const timer = setInterval(wake, POLL_INTERVAL_MS)
  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
