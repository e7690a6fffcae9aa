import { z } from 'zod'
import {
  listingItem,
  name,
  picture,
  productId,
  rupees,
  slug,
  text,
  variant,
  zoom,
} from './catalog.ts'
import {
  type CatalogEntry,
  catalogEntry,
  entryVariant,
  findEntryErrors,
  MAX_STOCK,
  toEntryName,
  withOwnSpelling,
} from './entry.ts'
import { MAX_BULK_PRODUCTS, MAX_VARIANTS, PRICE_STEPS } from './values.ts'

/** A new product; a picture's `file` is the hash of an imported picture. */
export const createProductRequest = catalogEntry.overwrite(withOwnSpelling).superRefine(addErrors)

const count = catalogEntry.shape.stock

/**
 * The counts of the entry as its editor saw them. A save changes those that the entry has otherwise, and is refused where
 * another save, or an order that was dispatched, has changed the same ones meanwhile. Without them, the save changes
 * every count to that of the entry.
 */
export const seenCounts = z
  .strictObject({
    stock: count,
    variants: z
      .array(z.strictObject({ choice: entryVariant.shape.choice, stock: count }))
      .max(MAX_VARIANTS)
      .optional(),
  })
  .optional()

/** The whole entry, with the revision it is based on. */
export const updateProductRequest = catalogEntry
  .extend({ revision: z.int().positive(), seenCounts })
  .overwrite(withOwnSpelling)
  .superRefine(addErrors)

/** Some fields of the entry, for a change in the list; the others stay as they are. */
export const patchProductRequest = catalogEntry
  .pick({ price: true, stock: true, category: true, title: true })
  .partial()
  .extend({
    revision: z.int().positive(),
    /** The stock that the editor saw. */
    seenStock: count.optional(),
    /** Null removes the list price. */
    listPrice: rupees.nullable().optional(),
  })
export type ProductPatch = Omit<z.output<typeof patchProductRequest>, 'revision'>

/** Pieces that come or go, of some choices of a product. */
export const changeStockRequest = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        /** Empty for a product without variants. */
        choice: variant,
        /** The count that the editor saw. */
        from: count,
        by: z.int().min(-MAX_STOCK).max(MAX_STOCK),
      }),
    )
    .min(1)
    .max(MAX_VARIANTS),
  reason: text(120),
})

function addErrors(entry: CatalogEntry, context: z.RefinementCtx): void {
  for (const { path, message } of findEntryErrors(entry))
    context.addIssue({ code: 'custom', path, message: `${toEntryName(path)} ${message}.` })
}

const editorProduct = z.object({
  id: z.string(),
  /** Number of the product's versions; a change names the one it is based on. */
  revision: z.int().positive(),
  archived: z.boolean(),
  updatedAt: z.iso.datetime(),
  entry: catalogEntry,
  /** The pieces of its stock that orders have. */
  held: z.int(),
  /** What the pictures of the entry look like, in their order. */
  pictures: z.array(picture),
})
export type EditorProduct = z.output<typeof editorProduct>

export const editorProductResponse = z.object({ product: editorProduct })

const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    /** Signed: -10 is ten percent less. */
    percent: z.number().min(-90).max(500),
    /** Prices are rounded to multiples of so many rupees. */
    roundTo: z.literal(PRICE_STEPS).default(1),
    /** Keeps the list price, so that the product is shown as reduced. */
    keepListPrice: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('category'), category: name(40) }),
  /** The size of the first picture on cards; null for that of the category. */
  z.strictObject({ kind: z.literal('size'), zoom: zoom.nullable() }),
  z.strictObject({ kind: z.literal('archive') }),
  z.strictObject({ kind: z.literal('restore') }),
])
export type BulkChange = z.output<typeof bulkChange>

export const bulkChangeRequest = z.strictObject({
  ids: z.array(z.string().min(1).max(100)).min(1).max(MAX_BULK_PRODUCTS),
  change: bulkChange,
  /** Makes drafts of this launch in place of saves. */
  launch: z.string().min(1).max(100).optional(),
  /** The batch of the same change of other products, which this one is undone with. */
  batch: z.string().min(1).max(100).optional(),
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
  /** The same by what they are: `product`, or a kind of content, e.g. `category`. */
  byKind: z.record(z.string(), z.int()),
  /** Products with a field that somebody changed since; that field stays as it is. */
  kept: z.array(z.object({ id: z.string(), title: z.string() })),
})

/** The last changes of several records in the time in which they can be undone, the newest first. */
export const batchesResponse = z.object({
  batches: z.array(
    z.object({
      id: z.string(),
      /** What was done, e.g. `Changed the prices of 53 products by 7 %`. */
      summary: z.string(),
      by: z.string(),
      at: z.iso.datetime(),
      /** Products and records of content. */
      recordCount: z.int(),
      undoneAt: z.iso.datetime().nullable(),
      /** The launch that is live by this change, and that has an Undo of its own; null for others. */
      launchId: z.string().nullable(),
      canUndo: z.boolean(),
    }),
  ),
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

/** A version of a product or of a record of content, beside its body. */
export const savedVersion = z.object({
  revision: z.int(),
  action: z.enum(['create', 'update', 'archive', 'restore']),
  savedAt: z.iso.datetime(),
  /** Name of the editor; empty when the account is deleted, or for an import. */
  savedBy: z.string(),
  archived: z.boolean(),
})

export const productHistoryResponse = z.object({
  /** The newest version first. */
  versions: z.array(
    savedVersion.extend({
      entry: catalogEntry,
      /** Why it changed the stock, where its editor said so. */
      reason: z.string().optional(),
    }),
  ),
})

const catalogListItem = z.object({
  id: z.string(),
  slug,
  title: z.string(),
  category: z.string(),
  price: rupees,
  /** Equal to `price` without a discount. */
  listPrice: rupees,
  /** The pieces on the shelf. */
  stock: z.int(),
  /** The pieces of them that no order holds. */
  available: z.int(),
  /** The stock is the sum of its variants. */
  hasVariants: z.boolean(),
  /** SKU and barcode of each of them, with spaces. */
  codes: z.string(),
  archived: z.boolean(),
  /** Whether a change of the product waits for a publish. */
  unpublished: z.boolean(),
  revision: z.int(),
  updatedAt: z.iso.datetime(),
  /** URL of the first picture in a small size; empty without one. */
  thumbnail: z.string(),
  pictureCount: z.int(),
  /** Number of pictures without an alt text. */
  missingAltCount: z.int(),
  /** Slugs of related products that are not on sale. */
  brokenRelated: z.array(z.string()),
})
export type CatalogListItem = z.output<typeof catalogListItem>

/** Every product in the order of the catalogue, also archived ones. */
export const catalogListResponse = z.object({
  products: z.array(catalogListItem),
  /** The categories of the shop, also those without a piece, by their addresses. */
  categories: z.array(z.object({ address: z.string(), name: z.string() })),
  /** Addresses that categories had before they were renamed or archived, with those of now. */
  formerCategories: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Increases with every change of the catalogue. */
  revision: z.int(),
})

export const previewRequest = z.strictObject({
  /** Absent for a product that is not saved. */
  id: productId.optional(),
  entry: catalogEntry,
})

export const previewResponse = z.object({
  /** The whole page, as the publisher would write it. */
  html: z.string(),
  /** What the product's card shows. */
  item: listingItem,
  /** The title in a search result, and the text below it. */
  title: z.string(),
  description: z.string(),
})

export const importQuery = z.object({
  /** Only checks, and changes nothing. */
  dryRun: z.enum(['true', 'false']).default('true'),
  /**
   * JSON: the field of each header that has another name than its field; an empty one leaves the
   * column out. E.g. `{"Preis":"price","Note":""}`.
   */
  columns: z.string().max(4_000).optional(),
  /** Makes drafts of this launch in place of saves. */
  launch: z.string().min(1).max(100).optional(),
})

/** Rows are matched by slug: a known one changes the fields that have a column, a new one creates. */
export const importResponse = z.object({
  /** False for a dry run, and when there is an error: then nothing has changed. */
  applied: z.boolean(),
  /** How the letters of the file were read: `windows-1252` is a guess. */
  encoding: z.string(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** At most 500 of them. */
  errors: z.array(
    z.object({
      /** Line of the row as a spreadsheet counts it: texts of several lines are one. */
      line: z.int(),
      /** The header of the column; empty for the whole row. */
      column: z.string(),
      message: z.string(),
    }),
  ),
  errorCount: z.int(),
  /** The headers of the file, with the field that each fills; null for one that is left out. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** Headers that are ignored, because the shop computes what they have. */
  computed: z.array(z.string()),
  /** Every field that a column can fill. */
  fields: z.array(z.string()),
  /** For `POST /editor/batches/:id/undo`; null when nothing changed. */
  batch: z.string().nullable(),
  /** What the import changes, cell by cell: of the first rows. */
  changes: z.array(
    z.object({
      line: z.int(),
      slug: z.string(),
      /** The choice of the row of a variant; empty for that of a product. */
      choice: z.string(),
      /** Whether it creates the product or the variant. */
      isNew: z.boolean(),
      /** Column, and its cell before and after; empty before for a new row. */
      cells: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Prices that are far from the former ones, of the first rows. */
  farPrices: z.array(
    z.object({
      title: z.string(),
      /** The choice of a variant, else empty. */
      choice: z.string(),
      before: rupees,
      after: rupees,
    }),
  ),
})
export type ImportResult = z.output<typeof importResponse>
