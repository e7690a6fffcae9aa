import { z } from 'zod'

export const resumePublishQuery = z.object({
  /**
   * Publishes a catalogue of at least so many products, although the site has many more. Without it,
   * one that lost more than a fifth is refused.
   */
  acceptedProducts: z.coerce.number().int().min(1).max(1_000_000).optional(),
})

export const publishStateResponse = z.object({
  /**
   * `live`: every change is on the site. `waiting`: some are not. `rendering`: a publish runs.
   * `failed`: the last one went wrong and is repeated. `pinned`: the site stays at the release that
   * was rolled back to, until `POST /editor/publish/resume`.
   */
  state: z.enum(['live', 'waiting', 'rendering', 'failed', 'pinned']),
  /** Number of saves that wait. */
  waiting: z.int(),
  /** Pages of the publish that runs. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  startedAt: z.iso.datetime().nullable(),
  /** Why the last publish failed, or why changes still wait; empty otherwise. */
  message: z.string(),
  /**
   * Numbers of products, when the publish was refused because the catalogue has many fewer than the
   * site; null otherwise.
   */
  lostProducts: z.object({ live: z.int(), now: z.int() }).nullable(),
  /** The last release that was published from this queue; empty before the first. */
  release: z.string(),
  publishedAt: z.iso.datetime().nullable(),
  /** The release that the site is rolled back to; empty otherwise. */
  pinned: z.string(),
})
export type PublishState = z.output<typeof publishStateResponse>

/** What was to be published; at most 10 saves are named. */
const changes = {
  changes: z.array(
    z.object({
      /** E.g. `Saved Moon Phase`. */
      summary: z.string(),
      /** Name of the editor; empty when the account is deleted. */
      by: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  changeCount: z.int(),
}

const release = z.object({
  id: z.string(),
  publishedAt: z.iso.datetime(),
  /** `kept` can be rolled back to, the files of a `removed` one are gone. */
  state: z.enum(['live', 'kept', 'removed']),
  products: z.int(),
  pages: z.int(),
  /** Pages that were rendered for it; the others are shared with the release before. */
  rendered: z.int(),
  bytes: z.int(),
  ...changes,
})

export const releasesResponse = z.object({
  /** The newest first. */
  releases: z.array(release),
})

/** Records that were saved after a release. */
export const changedRecordsResponse = z.object({
  /** At most 20 of them. */
  records: z.array(z.object({ id: z.string(), title: z.string() })),
  count: z.int(),
})

const failure = z.object({
  id: z.string(),
  beganAt: z.iso.datetime(),
  /** The last of its attempts. */
  failedAt: z.iso.datetime(),
  attempts: z.int(),
  /** When a publish succeeded, or failed in another way; null while it fails. */
  endedAt: z.iso.datetime().nullable(),
  /** Why, as a sentence. */
  message: z.string(),
  /** The error with its stack and causes; null for editors, who cannot do anything about it. */
  detail: z.string().nullable(),
  ...changes,
})

export const publishFailuresResponse = z.object({
  /** The failures of the last `PUBLISH_FAILURES_DAYS`, the newest first, at most 50. */
  failures: z.array(failure),
})
