import { z } from 'zod'
import { picture } from './catalog.ts'
import { CONTENT_ID_PATTERN } from './content.ts'
import { savedVersion, shownByLaunch, takesFormer } from './editor.ts'

const body = z.record(z.string(), z.unknown())

const contentRecord = z.object({
  id: z.string(),
  /** Number of its versions; 0 for the default text. */
  revision: z.int().min(0),
  archived: z.boolean(),
  /** Last part of its address; null for a kind with one record. A renamed category gets a new one. */
  slug: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  body,
  /** The default text of the shop; null for a record that an editor created. */
  initialBody: body.nullable(),
  /** Renditions of the uploaded pictures in the body, by `file`. */
  pictures: z.record(z.string(), picture),
})
export type ContentRecord = z.output<typeof contentRecord>

export const contentListResponse = z.object({
  records: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      title: z.string(),
      slug: z.string().nullable(),
      revision: z.int(),
      archived: z.boolean(),
      updatedAt: z.iso.datetime().nullable(),
      /** Name of the last editor; empty for a deleted account and for revision 0. */
      updatedBy: z.string(),
      unpublished: z.boolean(),
    }),
  ),
})

export const contentResponse = z.object({ record: contentRecord })

export const saveContentRequest = z.strictObject({
  revision: z.int().min(0),
  body,
  takesFormer,
})

export const createContentRequest = z.strictObject({
  id: z.string().regex(CONTENT_ID_PATTERN, 'must be a kind and an address, e.g. category:watches'),
  body,
  takesFormer,
})

export const archiveContentRequest = z.strictObject({
  archived: z.boolean(),
  /** The category to which the products of an archived category move. */
  moveTo: z.string().trim().min(1).max(40).optional(),
})

export const contentHistoryResponse = z.object({
  /** The launches that have changed what shoppers saw, newest first. */
  launches: z.array(shownByLaunch),
  /** Newest first. */
  versions: z.array(savedVersion.extend({ body })),
})

export const contentPreviewRequest = z.strictObject({ body })

/** Results of a query: the number of products, and the slugs of the first ones. */
const foundProducts = z.object({ count: z.int(), first: z.array(z.string()) })

/** Effects of an unsaved search record. */
export const searchReplayResponse = z.object({
  /** Number of compared queries, and of all queries, in 30 days. */
  compared: z.int(),
  total: z.int(),
  /** Queries that would no longer find anything come first, then the most frequent ones. */
  changes: z.array(
    z.object({
      query: z.string(),
      searches: z.int(),
      before: foundProducts,
      after: foundProducts,
    }),
  ),
})
export type SearchReplay = z.output<typeof searchReplayResponse>

/** The complete page, as the publisher would write it. */
export const contentPreviewResponse = z.object({ html: z.string() })

export const findTextQuery = z.object({ text: z.string().trim().max(2_000).default('') })

export const findTextResponse = z.object({
  /** Content records, then products; at most 20. */
  found: z.array(
    z.object({ type: z.enum(['content', 'product']), id: z.string(), title: z.string() }),
  ),
})
