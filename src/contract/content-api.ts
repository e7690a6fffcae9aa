import { z } from 'zod'
import { picture } from './catalog.ts'
import { CONTENT_ID_PATTERN } from './content.ts'
import { savedVersion } from './editor.ts'

const body = z.record(z.string(), z.unknown())

const contentRecord = z.object({
  id: z.string(),
  /** Number of its versions; 0 for the text that comes with the shop. */
  revision: z.int().min(0),
  archived: z.boolean(),
  updatedAt: z.iso.datetime().nullable(),
  body,
  /** The text that comes with the shop; null for a record that an editor has created. */
  initialBody: body.nullable(),
  /** What the uploaded pictures of the body look like, by `file`. */
  pictures: z.record(z.string(), picture),
})
export type ContentRecord = z.output<typeof contentRecord>

export const contentListResponse = z.object({
  records: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      title: z.string(),
      revision: z.int(),
      archived: z.boolean(),
      updatedAt: z.iso.datetime().nullable(),
      /** Name of the last editor; empty when the account is deleted, and for revision 0. */
      updatedBy: z.string(),
      unpublished: z.boolean(),
    }),
  ),
})

export const contentResponse = z.object({ record: contentRecord })

export const saveContentRequest = z.strictObject({ revision: z.int().min(0), body })

export const createContentRequest = z.strictObject({
  id: z.string().regex(CONTENT_ID_PATTERN, 'must be a kind and an address, e.g. category:watches'),
  body,
})

export const archiveContentRequest = z.strictObject({
  archived: z.boolean(),
  /** The category that the pieces of an archived one go to. */
  moveTo: z.string().trim().min(1).max(40).optional(),
})

export const contentHistoryResponse = z.object({
  /** The newest version first. */
  versions: z.array(savedVersion.extend({ body })),
})

export const contentPreviewRequest = z.strictObject({ body })

/** What a query finds: the number of products, and the slugs of the first ones. */
const foundProducts = z.object({ count: z.int(), first: z.array(z.string()) })

/** What a record of the search that is not saved changes. */
export const searchReplayResponse = z.object({
  /** Queries of 30 days that were compared, and all that were to be. */
  compared: z.int(),
  total: z.int(),
  /** Those that find nothing any more first, then the most frequent. */
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

/** The whole page, as the publisher would write it. */
export const contentPreviewResponse = z.object({ html: z.string() })

export const findTextQuery = z.object({ text: z.string().trim().max(2_000).default('') })

export const findTextResponse = z.object({
  /** Records of content before products; at most 20. */
  found: z.array(
    z.object({ type: z.enum(['content', 'product']), id: z.string(), title: z.string() }),
  ),
})
