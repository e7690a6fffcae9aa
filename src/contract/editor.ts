import { z } from 'zod'
import {
  type CatalogueEntry,
  catalogueEntry,
  findEntryFaults,
  picture,
  rupees,
  slug,
} from './catalog.ts'
import { EDITOR_SORTS, EDITOR_STATES, EDITOR_STOCKS, MAX_BULK_PRODUCTS } from './values.ts'

/** A new product; a picture's `file` is the hash of an imported picture. */
export const createProductRequest = catalogueEntry.superRefine(addFaults)

/** The whole entry, with the revision it is based on. */
export const updateProductRequest = catalogueEntry
  .extend({ revision: z.int().positive() })
  .superRefine(addFaults)

/** Some fields of the entry, for a change in the list; the others stay as they are. */
export const patchProductRequest = catalogueEntry
  .pick({ price: true, stock: true, category: true, title: true })
  .partial()
  .extend({
    revision: z.int().positive(),
    /** Null removes the list price. */
    listPrice: rupees.nullable().optional(),
  })
export type ProductPatch = Omit<z.output<typeof patchProductRequest>, 'revision'>

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
  /** What the pictures of the entry look like, in their order. */
  pictures: z.array(picture),
})
export type EditorProduct = z.output<typeof editorProduct>

export const editorProductResponse = z.object({ product: editorProduct })

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const editorProductsQuery = z.object({
  /** Part of the title or the slug. */
  search: z.string().trim().max(200).optional(),
  category: z.string().trim().max(40).optional(),
  state: z.enum(EDITOR_STATES).default('all'),
  stock: z.enum(EDITOR_STOCKS).optional(),
  /** Only products with a list price above the price. */
  reduced: flag.optional(),
  sort: z.enum(EDITOR_SORTS).default('position'),
  /** By default the newest update first, and any other sort ascending. */
  direction: z.enum(['asc', 'desc']).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(50),
})
export type EditorProductsQuery = z.output<typeof editorProductsQuery>

export const editorListItem = z.object({
  id: z.string(),
  slug,
  title: z.string(),
  category: z.string(),
  price: rupees,
  /** Equal to `price` without a discount. */
  listPrice: rupees,
  stock: z.int(),
  archived: z.boolean(),
  /** Whether a change of the product waits for a publish. */
  unpublished: z.boolean(),
  /** The first picture; absent without one. */
  picture: picture.optional(),
  revision: z.int(),
  updatedAt: z.iso.datetime(),
})

export const editorProductsResponse = z.object({
  products: z.array(editorListItem),
  /** Number of products on all pages. */
  total: z.int(),
  pageCount: z.int(),
  /** Every category of the catalogue with its number of products, also archived ones. */
  categories: z.array(z.object({ name: z.string(), count: z.int() })),
})

const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    /** Signed: -10 is ten percent less. Prices are rounded to whole rupees. */
    percent: z.number().min(-90).max(500),
    /** Keeps the list price, so that the product is shown as reduced. */
    keepListPrice: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('category'), category: z.string().trim().min(1).max(40) }),
  z.strictObject({ kind: z.literal('archive') }),
  z.strictObject({ kind: z.literal('restore') }),
])
export type BulkChange = z.output<typeof bulkChange>

export const bulkChangeRequest = z.strictObject({
  ids: z.array(z.string().min(1).max(100)).min(1).max(MAX_BULK_PRODUCTS),
  change: bulkChange,
})

/** A change of several products in one transaction, and one publish. */
export const bulkChangeResponse = z.object({
  /** For `POST /editor/batches/:id/undo`; null when nothing changed. */
  batch: z.string().nullable(),
  changed: z.int(),
  /** Products that were as asked already. */
  unchanged: z.int(),
})

export const undoBatchResponse = z.object({
  restored: z.int(),
  /** Products that somebody changed since; they stay as they are. */
  kept: z.array(z.object({ id: z.string(), title: z.string() })),
})

export const presenceResponse = z.object({
  /** Other editors who have the product open. */
  others: z.array(z.object({ name: z.string(), since: z.iso.datetime() })),
})

export const uploadedPictureResponse = z.object({
  /** `file` is what an entry names; `picture` has the URLs of the renditions. */
  file: z.string(),
  picture,
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
      archived: z.boolean(),
      entry: catalogueEntry,
    }),
  ),
})
