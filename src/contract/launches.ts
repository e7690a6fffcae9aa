import { z } from 'zod'
import { picture } from './catalog.ts'
import { seenCounts } from './editor.ts'
import { type Endpoint, successResponse } from './endpoint.ts'
import { MAX_LAUNCH_ITEMS, MAX_LAUNCH_NAME } from './values.ts'

const time = z.iso.datetime({ offset: true })
const name = z.string().trim().min(1).max(MAX_LAUNCH_NAME)
/** The id of a product or of a record of content; of a product that has never been live, `new-` and a text. */
const recordId = z.string().min(1).max(100)

/**
 * `scheduled` starts by itself. `ended` was undone by its own end, `undone` by an editor; both can be published
 * again.
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
  /** Why it did not start or end by itself; empty otherwise. */
  message: z.string(),
})
export type Launch = z.output<typeof launch>

const body = z.record(z.string(), z.unknown())

/** Whether a draft puts its record on sale or takes it off, beside its fields; an `update` leaves that. */
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
  /** The fields that going live changes, with their values now and then. */
  fields: z.array(z.string()),
  before: body,
  after: body,
  /** Who saved the record after the draft was begun; null without such a save. */
  changed: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** Fields that the draft and the later save have both changed: the draft has to be saved again. */
  clashes: z.array(z.string()),
  /** What else keeps it from going live, in sentences. */
  errors: z.array(z.string()),
})
export type LaunchItem = z.output<typeof item>

export const launchDetail = launch.extend({
  items: z.array(item),
  /** The preview link that works; its address was shown when it was made. */
  link: z.object({ expiresAt: z.iso.datetime() }).nullable(),
})
export type LaunchDetail = z.output<typeof launchDetail>

const launchResponse = z.object({ launch: launchDetail })

/** A draft in the form of the record that it changes. */
const draft = z.object({
  recordId,
  /** Number of its versions; a save names the one it is based on. */
  revision: z.int().positive(),
  updatedAt: z.iso.datetime(),
  savedBy: z.string(),
  body,
  /** What the uploaded pictures of the body look like, by `file`. */
  pictures: z.record(z.string(), picture),
  /** The revision of the live record with which the body is merged; a save names it. */
  basedOn: z.int().min(0),
  clashes: item.shape.clashes,
  /** The clashing fields as they are live. */
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
  /** Records with a field that somebody has changed since; those fields stay as they are. */
  kept: z.array(z.object({ id: z.string(), title: z.string() })),
})

export const linkResponse = z.object({
  /** The path of the preview, which ends in a secret. */
  path: z.string(),
  expiresAt: z.iso.datetime(),
})

/** A draft has the size of a record. */
const MAX_DRAFT_BYTES = 512 * 1024

const times = z.object({ startsAt: time.nullable(), endsAt: time.nullable() }).partial()

const givenDraft = z.strictObject({
  record: recordId,
  /** The revision of the live record that the body was made from; 0 for a record that has never been live. */
  basedOn: z.int().min(0),
  body,
  seenCounts,
  /** By default as before; `update` for a new one. */
  action: action.optional(),
})

/** Calls of the studio about drafts and launches (docs/decisions/0039-launches.md). */
export const launchEndpoints = {
  'GET /editor/launches': {
    summary: 'Lists the launches, those that are not live first.',
    access: 'editor',
    response: z.object({ launches: z.array(launch) }),
  },
  'POST /editor/launches': {
    summary: 'Creates a launch, empty or with a first draft.',
    access: 'editor',
    status: 201,
    maxBodyBytes: MAX_DRAFT_BYTES,
    body: z.strictObject({ name, ...times.shape, draft: givenDraft.optional() }),
    response: launchResponse,
    errorStatuses: [404],
  },
  'GET /editor/launches/:id': {
    summary:
      'Returns a launch with what each of its drafts changes, and what keeps it from going live.',
    access: 'editor',
    response: launchResponse,
    errorStatuses: [404],
  },
  'PATCH /editor/launches/:id': {
    summary: 'Names a launch, or sets when it starts and ends by itself.',
    access: 'editor',
    body: z.strictObject({ name: name.optional(), ...times.shape }),
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/launches/:id': {
    summary: 'Deletes a launch that is not live, with its drafts.',
    access: 'editor',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/publish': {
    summary: 'Saves all drafts of a launch in one transaction, with one publish.',
    access: 'editor',
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/undo': {
    summary: 'Gives the records of a live launch the versions of before, in one transaction.',
    access: 'editor',
    response: undoLaunchResponse,
    errorStatuses: [404, 409],
  },
  'POST /editor/launches/:id/link': {
    summary: 'Makes a link to the preview of the whole shop, in place of the one before.',
    access: 'editor',
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
    access: 'editor',
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /editor/launches/:id/draft': {
    summary: 'Returns the draft of a record, merged with the record as it is live.',
    access: 'editor',
    query: z.object({ record: recordId }),
    response: draftResponse,
    errorStatuses: [404],
  },
  'PUT /editor/launches/:id/draft': {
    summary: `Saves the draft of a record; a launch has ${MAX_LAUNCH_ITEMS} at most.`,
    access: 'editor',
    maxBodyBytes: MAX_DRAFT_BYTES,
    /** With the revision of the draft; 0 for a new one. */
    body: givenDraft.extend({ revision: z.int().min(0) }),
    response: draftResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /editor/launches/:id/draft': {
    summary: 'Removes a draft from a launch that is not live.',
    access: 'editor',
    query: z.object({ record: recordId }),
    response: launchResponse,
    errorStatuses: [404, 409],
  },
  'GET /editor/drafts': {
    summary: 'Lists the launches that have a draft of a record.',
    access: 'editor',
    query: z.object({ record: recordId }),
    response: draftsResponse,
  },
} as const satisfies Record<string, Endpoint>
