import { z } from 'zod'
import { type CatalogueEntry, catalogueEntry, findEntryFaults, rupees, slug } from './catalog.ts'
import { EDITOR_SORTS, EDITOR_STATES } from './values.ts'

/** A new product; a picture's `file` is the hash of an imported picture. */
export const createProductRequest = catalogueEntry.superRefine(addFaults)

/** The whole entry, with the revision it is based on. */
export const updateProductRequest = catalogueEntry
  .extend({ revision: z.int().positive() })
  .superRefine(addFaults)

function addFaults(entry: CatalogueEntry, context: z.RefinementCtx): void {
  for (const { path, message } of findEntryFaults(entry))
    context.addIssue({ code: 'custom', path, message: `${path.join('.')} ${message}.` })
}

const editorProduct = z.object({
  id: z.string(),
  /** Number of the product's versions; a change names the one it is based on. */
  revision: z.int().positive(),
  archived: z.boolean(),
  updatedAt: z.iso.datetime(),
  entry: catalogueEntry,
})
export type EditorProduct = z.output<typeof editorProduct>

export const editorProductResponse = z.object({ product: editorProduct })

export const editorProductsQuery = z.object({
  search: z.string().trim().max(200).optional(),
  category: z.string().trim().max(40).optional(),
  state: z.enum(EDITOR_STATES).default('all'),
  sort: z.enum(EDITOR_SORTS).default('position'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export type EditorProductsQuery = z.output<typeof editorProductsQuery>

const editorListItem = z.object({
  id: z.string(),
  slug,
  title: z.string(),
  category: z.string(),
  price: rupees,
  stock: z.int(),
  archived: z.boolean(),
  revision: z.int(),
  updatedAt: z.iso.datetime(),
})

export const editorProductsResponse = z.object({
  products: z.array(editorListItem),
  /** Number of products on all pages. */
  total: z.int(),
  pageCount: z.int(),
})

export const productHistoryResponse = z.object({
  /** The newest version first. */
  versions: z.array(
    z.object({
      revision: z.int(),
      action: z.enum(['create', 'update', 'archive', 'restore']),
      savedAt: z.iso.datetime(),
      /** Name of the editor; empty when the account is deleted, or for an import. */
      savedBy: z.string(),
      entry: catalogueEntry,
    }),
  ),
})

export const publishStateResponse = z.object({
  /** `waiting`: there are changes that are not live. `failed`: and the last try went wrong. */
  state: z.enum(['live', 'waiting', 'failed']),
  /** Number of saves that wait. */
  waiting: z.int(),
  /** Why the last publish failed; empty otherwise. */
  message: z.string(),
  /** The last release that was published from this queue; empty before the first. */
  release: z.string(),
  publishedAt: z.iso.datetime().nullable(),
})
export type PublishState = z.output<typeof publishStateResponse>
