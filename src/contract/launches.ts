import { z } from 'zod'
import { picture } from './catalog.ts'
import { seenCounts } from './editor.ts'
import { type Endpoint, successResponse } from './endpoint.ts'
import { MAX_LAUNCH_ITEMS, MAX_LAUNCH_NAME } from './values.ts'

const time = z.iso.datetime({ offset: true })
const name = z.string().trim().min(1).max(MAX_LAUNCH_NAME)
/** Id of a product or content record; for a product that was never live, `new-` and a text. */
const recordId = z.string().min(1).max(100)

/**
 * A `scheduled` launch starts at its time. An `ended` launch was undone at its end, an `undone` one
 * by an editor. Both can be published again.
 */
const state = z.enum(['draft', 'scheduled', 'live', 'ended', 'undone'])

const launch = z.object({
  id: z.string(),
  name,
  state,
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  itemCount: z.int(),
  /** Why the scheduled start or end failed; empty otherwise. */
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
  /** The editor who saved the record after the draft was started; null without such a save. */
  changed: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** Fields that both the draft and the later save changed. The draft has to be saved again. */
  clashes: z.array(z.string()),
  /** Other reasons why it cannot go live, as sentences. */
  errors: z.array(z.string()),
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
  /** The revision of the live record that the body is merged with. A save states it. */
  basedOn: z.int().min(0),
  clashes: item.shape.clashes,
  /** Live values of the clashing fields. */
  live: body,
  changed: item.shape.changed,
})
export type LaunchDraft = z.output<typeof draft>
const draftResponse = z.object({ draft })

export const draftsResponse = z.object({
  drafts: z.array(
    z.object({
      launch: z.object({ id: z.string(), name, state }),
      savedBy: z.string(),
      savedAt: z.iso.datetime(),
    }),
  ),
})

export const undoLaunchResponse = launchResponse.extend({
  /** Records with a field that someone has changed since. Such fields stay unchanged. */
  kept: z.array(z.object({ id: z.string(), title: z.string() })),
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
  /** The revision of the live record that the body was made from; 0 for a new record. */
  basedOn: z.int().min(0),
  body,
  seenCounts,
  /** Unchanged by default; `update` for a new draft. */
  action: action.optional(),
})

/** Endpoints of the studio for drafts and launches (docs/decisions/0039-launches.md). */
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
      'Returns a launch with the changes of each draft, and the reasons why it cannot go live.',
    access: 'catalogue',
    response: launchResponse,
    errorStatuses: [404],
  },
  'PATCH /editor/launches/:id': {
    summary: 'Renames a launch, or sets its start and end.',
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
    summary: 'Saves all drafts of a launch in one transaction, with one publish.',
    access: 'catalogue',
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/undo': {
    summary: 'Restores the records of a live launch, in one transaction.',
    access: 'catalogue',
    response: undoLaunchResponse,
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
    summary: 'Returns the draft of a record, merged with the record as it is live.',
    access: 'catalogue',
    query: z.object({ record: recordId }),
    response: draftResponse,
    errorStatuses: [404],
  },
  'PUT /editor/launches/:id/draft': {
    summary: `Saves the draft of a record; a launch has ${MAX_LAUNCH_ITEMS} at most.`,
    access: 'catalogue',
    maxBodyBytes: MAX_DRAFT_BYTES,
    /** With the revision of the draft; 0 for a new one. */
    body: givenDraft.extend({ revision: z.int().min(0) }),
    response: draftResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/launches/:id/draft': {
    summary: 'Removes a draft from a launch that is not live.',
    access: 'catalogue',
    query: z.object({ record: recordId }),
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/drafts': {
    summary: 'Lists the launches that have a draft of a record.',
    access: 'catalogue',
    query: z.object({ record: recordId }),
    response: draftsResponse,
  },
} as const satisfies Record<string, Endpoint>
