import { z } from 'zod'

export const resumePublishQuery = z.object({
  /**
   * Accepts a catalogue of at least this many products, although the site has many more. Without
   * it, a loss of more than a fifth is refused.
   */
  acceptedProducts: z.coerce.number().int().min(1).max(1_000_000).optional(),
})

export const publishStateResponse = z.object({
  /**
   * `live`: all changes are on the site. `waiting`: some are not. `rendering`: a publish is
   * running. `failed`: the last publish failed and will be repeated. `pinned`: the site stays at an
   * earlier release until `POST /editor/publish/resume`.
   */
  state: z.enum(['live', 'waiting', 'rendering', 'failed', 'pinned']),
  /** Number of waiting saves. */
  waiting: z.int(),
  /** Pages of the running publish. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  startedAt: z.iso.datetime().nullable(),
  /** Why the last publish failed, or why changes still wait; empty otherwise. */
  message: z.string(),
  /**
   * Numbers of products, if the publish was refused because the catalogue has far fewer than the
   * site; otherwise null.
   */
  lostProducts: z.object({ live: z.int(), now: z.int() }).nullable(),
  /** The last release that was published from this queue; empty before the first. */
  release: z.string(),
  publishedAt: z.iso.datetime().nullable(),
  /** The release to which the site was rolled back; empty otherwise. */
  pinned: z.string(),
})
export type PublishState = z.output<typeof publishStateResponse>

/** The saves of a publish. At most 10 are listed. */
const changes = {
  changes: z.array(
    z.object({
      /** E.g. `Saved Moon Phase`. */
      summary: z.string(),
      /** Name of the editor; empty if the account is deleted. */
      by: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  changeCount: z.int(),
}

const release = z.object({
  id: z.string(),
  publishedAt: z.iso.datetime(),
  /** A `kept` release can be made live again. The files of a `removed` one no longer exist. */
  state: z.enum(['live', 'kept', 'removed']),
  products: z.int(),
  pages: z.int(),
  /** Rendered pages. The release shares the others with the previous one. */
  rendered: z.int(),
  bytes: z.int(),
  ...changes,
})

export const releasesResponse = z.object({
  /** Newest first. */
  releases: z.array(release),
})

/** Records that were saved after a release. */
export const changedRecordsResponse = z.object({
  /** At most 20. */
  records: z.array(z.object({ id: z.string(), title: z.string() })),
  count: z.int(),
  /** Live launches that started after the release, which end. */
  launches: z.array(z.object({ id: z.string(), name: z.string() })),
})

const failure = z.object({
  id: z.string(),
  beganAt: z.iso.datetime(),
  /** Time of the last attempt. */
  failedAt: z.iso.datetime(),
  attempts: z.int(),
  /** When a publish succeeded or failed for another reason; null until then. */
  endedAt: z.iso.datetime().nullable(),
  /** The reason, as a sentence. */
  message: z.string(),
  /** The error with its stack and causes, for admins; null for editors. */
  detail: z.string().nullable(),
  ...changes,
})

export const publishFailuresResponse = z.object({
  /** Failures of the last `PUBLISH_FAILURES_DAYS`, newest first, at most 50. */
  failures: z.array(failure),
})
