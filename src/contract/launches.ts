import { z } from 'zod'
import { picture } from './catalog.ts'
import { type Endpoint, successResponse } from './endpoint.ts'
import { MAX_LAUNCH_ITEMS, MAX_LAUNCH_NAME } from './values.ts'

const time = z.iso.datetime({ offset: true })
const name = z.string().trim().min(1).max(MAX_LAUNCH_NAME)
/** Id of a product or content record; for a product that was never live, `new-` and a text. */
const recordId = z.string().min(1).max(100)

/**
 * A `scheduled` launch starts at its time. An `ended` launch can go live again.
 */
const state = z.enum(['draft', 'scheduled', 'live', 'ended'])

const launch = z.object({
  id: z.string(),
  name,
  state,
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  itemCount: z.int(),
  /** What a start or an end left out, or why it failed; empty otherwise. */
  message: z.string(),
})
export type Launch = z.output<typeof launch>

const body = z.record(z.string(), z.unknown())

/** Whether a draft also archives or restores its record; an `update` does neither. */
const action = z.enum(['update', 'archive', 'restore'])
export type DraftAction = z.output<typeof action>

const item = z.object({
  recordId,
  kind: z.enum(['product', 'content']),
  title: z.string(),
  /** Whether it creates the record. */
  isNew: z.boolean(),
  action,
  /** Whether the record is archived now. */
  archived: z.boolean(),
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
  /** Fields that the launch changes, with their current and future values. */
  fields: z.array(z.string()),
  before: body,
  after: body,
  /** The editor who saved the record after the draft; null without such a save. */
  changed: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** Why the record keeps its own values when the launch is live, as sentences. */
  errors: z.array(z.string()),
  /** Rules that the record would break when another launch starts or ends while this one is live. */
  later: z.array(z.object({ at: z.iso.datetime(), message: z.string() })),
})
export type LaunchItem = z.output<typeof item>

export const launchDetail = launch.extend({
  items: z.array(item),
  /** The valid preview link. Its address was shown only once. */
  link: z.object({ expiresAt: z.iso.datetime() }).nullable(),
})
export type LaunchDetail = z.output<typeof launchDetail>

const launchResponse = z.object({ launch: launchDetail })

/** A draft, for the form of its record. */
const draft = z.object({
  recordId,
  /** Number of its versions. A save states the revision that it is based on. */
  revision: z.int().positive(),
  updatedAt: z.iso.datetime(),
  savedBy: z.string(),
  body,
  /** Renditions of the uploaded pictures in the body, by `file`. */
  pictures: z.record(z.string(), picture),
  /** The revision of the record that the draft lies over. A save states it. */
  basedOn: z.int().min(0),
  changed: item.shape.changed,
})
export type LaunchDraft = z.output<typeof draft>
const draftResponse = z.object({ draft })

export const draftsResponse = z.object({
  drafts: z.array(
    z.object({
      launch: launch.pick({ id: true, name: true, state: true, startsAt: true, endsAt: true }),
      savedBy: z.string(),
      savedAt: z.iso.datetime(),
      /** Why the record keeps its own values although the launch is live; empty otherwise. */
      problem: z.string(),
      /** Fields that the launch changes, with the values of the record and those of the launch. */
      fields: z.array(z.string()),
      before: body,
      after: body,
      /** Whether the launch archives the record or puts it on the site; null if it does neither. */
      archived: z.boolean().nullable(),
    }),
  ),
})

export const linkResponse = z.object({
  /** Path of the preview, which ends with a secret. */
  path: z.string(),
  expiresAt: z.iso.datetime(),
})

/** A draft has the size of a record. */
const MAX_DRAFT_BYTES = 512 * 1024

const times = z.object({ startsAt: time.nullable(), endsAt: time.nullable() }).partial()

const givenDraft = z.strictObject({
  record: recordId,
  /** The revision of the record that the body was made from; 0 for a new record. */
  basedOn: z.int().min(0),
  /** Counts of choices that the record has are ignored: a launch does not change the stock. */
  body,
  /** Unchanged by default; `update` for a new draft. */
  action: action.optional(),
})

/** Endpoints of the studio for drafts and launches (docs/decisions/0113-launches-are-overlays.md). */
export const launchEndpoints = {
  'GET /editor/launches': {
    summary: 'Lists the launches, those that are not live first.',
    access: 'catalogue',
    response: z.object({ launches: z.array(launch) }),
  },
  'POST /editor/launches': {
    summary: 'Creates a launch, empty or with a first draft.',
    access: 'catalogue',
    status: 201,
    maxBodyBytes: MAX_DRAFT_BYTES,
    body: z.strictObject({ name, ...times.shape, draft: givenDraft.optional() }),
    response: launchResponse,
    errorStatuses: [404],
  },
  'GET /editor/launches/:id': {
    summary:
      'Returns a launch with the changes of each draft, and why a record keeps its own values.',
    access: 'catalogue',
    response: launchResponse,
    errorStatuses: [404],
  },
  'PATCH /editor/launches/:id': {
    summary: 'Renames a launch, or moves its start and end, also while it is live.',
    access: 'catalogue',
    body: z.strictObject({ name: name.optional(), ...times.shape }),
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/launches/:id': {
    summary: 'Deletes a launch that is not live, with its drafts.',
    access: 'catalogue',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/publish': {
    summary:
      'Starts a launch now, with one publish. Records that would break a rule stay as they are.',
    access: 'catalogue',
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/end': {
    summary: 'Ends a live launch now: its records are as they are without it.',
    access: 'catalogue',
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/keep': {
    summary: 'Saves what a live launch changes into its records, as one batch, and ends it.',
    access: 'catalogue',
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/link': {
    summary: 'Makes a link to the preview of the whole shop, and ends the previous link.',
    access: 'catalogue',
    status: 201,
    body: z.strictObject({
      hours: z
        .int()
        .min(1)
        .max(24 * 30),
    }),
    response: linkResponse,
    errorStatuses: [404],
  },
  'DELETE /editor/launches/:id/link': {
    summary: 'Ends the preview link of a launch.',
    access: 'catalogue',
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /editor/launches/:id/draft': {
    summary: 'Returns a record with what a launch changes of it.',
    access: 'catalogue',
    query: z.object({ record: recordId }),
    response: draftResponse,
    errorStatuses: [404],
  },
  'PUT /editor/launches/:id/draft': {
    summary: `Saves the draft of a record, which is shown at once if the launch is live; a launch has ${MAX_LAUNCH_ITEMS} at most.`,
    access: 'catalogue',
    maxBodyBytes: MAX_DRAFT_BYTES,
    /** With the revision of the draft; 0 for a new one. */
    body: givenDraft.extend({ revision: z.int().min(0) }),
    response: draftResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/launches/:id/draft': {
    summary: 'Removes a draft. The record is without it at once if the launch is live.',
    access: 'catalogue',
    query: z.object({ record: recordId }),
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/drafts': {
    summary: 'Lists what live and planned launches change of a record, with both values.',
    access: 'catalogue',
    query: z.object({ record: recordId }),
    response: draftsResponse,
  },
} as const satisfies Record<string, Endpoint>
