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

/** The editor has confirmed that this record takes a former address of another one. */
export const takesFormer = z.boolean().optional()

export const createProductRequest = catalogEntry
  .extend({ takesFormer })
  .overwrite(withOwnSpelling)
  .superRefine(addErrors)

const count = catalogEntry.shape.stock

/**
 * The counts that the editor saw, with ids of choices. A save changes only counts that differ from
 * these. It is refused if another save or a dispatch has changed the same counts. Without this
 * field, the save sets all counts.
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

/** The complete entry, with the revision that it is based on. */
export const updateProductRequest = catalogEntry
  .extend({ revision: z.int().positive(), seenCounts, takesFormer })
  .overwrite(withOwnSpelling)
  .superRefine(addErrors)

/** Some fields of the entry, for a change in the list. The others stay unchanged. */
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

/** Items added to or removed from stock. */
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
  /** Number of the product's versions. A change states the revision that it is based on. */
  revision: z.int().positive(),
  archived: z.boolean(),
  updatedAt: z.iso.datetime(),
  entry: catalogEntry,
  /** Items that are reserved by orders. */
  held: z.int(),
  /** Reserved items by choice, as `toChoiceText` writes it, without choices that have none. */
  holds: z.record(z.string(), z.int()),
  /** Removed choices, by their last names and by ids, with their stock and the items that orders hold. */
  removed: z.array(z.object({ choice: variant, ids: variant, onHand: z.int(), held: z.int() })),
  /** Renditions of the entry's pictures, in order. */
  pictures: z.array(picture),
})
export type EditorProduct = z.output<typeof editorProduct>

export const editorProductResponse = z.object({ product: editorProduct })

const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    /** Signed: -10 is ten percent less. */
    percent: z.number().min(-90).max(500),
    /** Prices are rounded to multiples of this many rupees. */
    roundTo: z.literal(PRICE_STEPS).default(1),
    /** Keeps the list price, so that the product is shown as reduced. */
    keepListPrice: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('category'), category: name(40) }),
  /** Size of the first picture on cards; null for the size of the category. */
  z.strictObject({ kind: z.literal('size'), zoom: zoom.nullable() }),
  z.strictObject({ kind: z.literal('archive') }),
  z.strictObject({ kind: z.literal('restore') }),
])
export type BulkChange = z.output<typeof bulkChange>

export const bulkChangeRequest = z.strictObject({
  ids: z.array(z.string().min(1).max(100)).min(1).max(MAX_BULK_PRODUCTS),
  change: bulkChange,
  /** Saves drafts of this launch instead, which shoppers see at once if it is live. */
  launch: z.string().min(1).max(100).optional(),
  /** The batch of an earlier call for the same change. All calls are undone together. */
  batch: z.string().min(1).max(100).optional(),
})

/** Result of changing several products in one transaction and one publish. */
export const bulkChangeResponse = z.object({
  /** For `POST /editor/batches/:id/undo`; null if nothing changed. */
  batch: z.string().nullable(),
  changed: z.int(),
  /** Products that already had the requested values. */
  unchanged: z.int(),
})

export const undoBatchResponse = z.object({
  restored: z.int(),
  /** The same number by kind: `product`, or a kind of content, e.g. `category`. */
  byKind: z.record(z.string(), z.int()),
  /** Products with a field that someone has changed since. That field stays unchanged. */
  kept: z.array(z.object({ id: z.string(), title: z.string() })),
})

/** Recent batches that can still be undone, newest first. */
export const batchesResponse = z.object({
  batches: z.array(
    z.object({
      id: z.string(),
      /** Description of the change, e.g. `Changed the prices of 53 products by 7 %`. */
      summary: z.string(),
      by: z.string(),
      at: z.iso.datetime(),
      /** Products and content records. */
      recordCount: z.int(),
      undoneAt: z.iso.datetime().nullable(),
      canUndo: z.boolean(),
    }),
  ),
})

export const presenceResponse = z.object({
  /** Other editors who have the product open. */
  others: z.array(z.object({ name: z.string(), since: z.iso.datetime() })),
})

export const uploadedPictureResponse = z.object({
  /** `file` is the name in entries. `picture` has the URLs of the renditions. */
  file: z.string(),
  picture,
})

/** A version of a product or content record, without its body. */
export const savedVersion = z.object({
  revision: z.int(),
  action: z.enum(['create', 'update', 'archive', 'restore']),
  savedAt: z.iso.datetime(),
  /** Name of the editor; empty for a deleted account or an import. */
  savedBy: z.string(),
  archived: z.boolean(),
})

/** What a launch showed of a record. */
export const shownByLaunch = z.object({
  id: z.string(),
  name: z.string(),
  from: z.iso.datetime(),
  /** Null while it is live. */
  to: z.iso.datetime().nullable(),
  /** Fields that the launch gave other values, which are in `after`. */
  fields: z.array(z.string()),
  after: z.record(z.string(), z.unknown()),
  /** Whether the launch archived the record or put it on the site; null if it did neither. */
  archived: z.boolean().nullable(),
})

export const productHistoryResponse = z.object({
  /** The launches that have changed what shoppers saw, newest first. */
  launches: z.array(shownByLaunch),
  /** Newest first. */
  versions: z.array(
    savedVersion.extend({
      entry: catalogEntry,
      /** Why it changed the stock, if the editor gave a reason. */
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
  /** Items in stock. */
  stock: z.int(),
  /** Items in stock that no order holds. */
  available: z.int(),
  /** Whether the stock is the sum of variants. */
  hasVariants: z.boolean(),
  /** SKUs and barcodes of all variants, separated by spaces. */
  codes: z.string(),
  archived: z.boolean(),
  /** Whether a change waits to be published. */
  unpublished: z.boolean(),
  revision: z.int(),
  updatedAt: z.iso.datetime(),
  /** URL of a small rendition of the first picture; empty without one. */
  thumbnail: z.string(),
  pictureCount: z.int(),
  /** Number of pictures without an alt text. */
  missingAltCount: z.int(),
  /** Slugs of related products that are not on sale. */
  brokenRelated: z.array(z.string()),
  /** The live launch that lies on top, with what shoppers see; absent without one. */
  launch: z
    .object({
      id: z.string(),
      name: z.string(),
      endsAt: z.iso.datetime().nullable(),
      title: z.string(),
      price: rupees,
      archived: z.boolean(),
    })
    .optional(),
})
export type CatalogListItem = z.output<typeof catalogListItem>

/** All products in catalogue order, including archived ones. */
export const catalogListResponse = z.object({
  products: z.array(catalogListItem),
  /** Categories by address, including empty ones. */
  categories: z.array(z.object({ id: z.string(), address: z.string(), name: z.string() })),
  /** Former addresses of renamed or archived categories, with the current ones. */
  formerCategories: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Raised by each change of the catalogue. */
  revision: z.int(),
})

export const previewRequest = z.strictObject({
  /** Absent for an unsaved product. */
  id: productId.optional(),
  entry: catalogEntry,
})

export const previewResponse = z.object({
  /** The complete page, as the publisher would write it. */
  html: z.string(),
  item: listingItem,
  /** Title and description for a search result. */
  title: z.string(),
  description: z.string(),
})

export const importQuery = z.object({
  /** Only validates. */
  dryRun: z.enum(['true', 'false']).default('true'),
  /**
   * JSON: the field for each header with a different name. An empty value skips the column. E.g.
   * `{"Preis":"price","Note":""}`.
   */
  columns: z.string().max(4_000).optional(),
  /** Saves drafts of this launch instead, which shoppers see at once if it is live. */
  launch: z.string().min(1).max(100).optional(),
})

/** How an import finds the variant of a row, in order of precedence. */
export const IMPORT_MATCHES = ['id', 'sku', 'barcode', 'choice', 'new'] as const
export type ImportMatch = (typeof IMPORT_MATCHES)[number]

/**
 * Rows are matched by slug. A known slug changes the fields with a column; a new one creates a
 * product.
 */
export const importResponse = z.object({
  /** False for a dry run, or if there is an error and nothing was changed. */
  applied: z.boolean(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** At most 500. */
  errors: z.array(
    z.object({
      /** Line of the row in a spreadsheet, where a cell with line breaks is one line. */
      line: z.int(),
      /** Header of the column; empty for the whole row. */
      column: z.string(),
      message: z.string(),
    }),
  ),
  errorCount: z.int(),
  /** Unknown categories that can be created. */
  newCategories: z.array(z.string()),
  /** Headers of the file with their fields; null for a skipped column. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** Headers that are ignored, because the shop computes their values. */
  computed: z.array(z.string()),
  /** All fields that a column can have. */
  fields: z.array(z.string()),
  /** For `POST /editor/batches/:id/undo`; null if nothing changed. */
  batch: z.string().nullable(),
  /** Number of variant rows by the way their variants were found. */
  matched: z.record(z.enum(IMPORT_MATCHES), z.int()),
  /** Changes of the first rows, cell by cell. */
  changes: z.array(
    z.object({
      line: z.int(),
      slug: z.string(),
      /** Choice of a variant's row; empty for the row of a product. */
      choice: z.string(),
      /** Whether it creates the product or the variant. */
      isNew: z.boolean(),
      /** How the variant was found; absent for the row of a product. */
      match: z.enum(IMPORT_MATCHES).optional(),
      /** Column, with its cell before and after. The previous cell is empty for a new row. */
      cells: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Prices of the first rows that differ much from the previous ones. */
  farPrices: z.array(
    z.object({
      title: z.string(),
      /** Choice of a variant; otherwise empty. */
      choice: z.string(),
      before: rupees,
      after: rupees,
    }),
  ),
})
export type ImportResult = z.output<typeof importResponse>
