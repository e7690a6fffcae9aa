import { z } from 'zod'
import { catalogueEntry, listingItem, productId } from './catalog.ts'
import { editorListItem } from './editor.ts'

const catalogueListItem = editorListItem.omit({ picture: true }).extend({
  /** URL of the first picture in a small size; empty without one. */
  thumbnail: z.string(),
  pictureCount: z.int(),
  /** Number of pictures without an alt text. */
  missingAltCount: z.int(),
  /** Slugs of related products that are not on sale. */
  brokenRelated: z.array(z.string()),
})
export type CatalogueListItem = z.output<typeof catalogueListItem>

/** Every product in the order of the catalogue, also archived ones. */
export const catalogueListResponse = z.object({
  products: z.array(catalogueListItem),
  /** Increases with every change of the catalogue. */
  revision: z.int(),
})

export const previewRequest = z.strictObject({
  /** Absent for a product that is not saved. */
  id: productId.optional(),
  entry: catalogueEntry,
})

export const previewResponse = z.object({
  /** The whole page, as the publisher would write it. */
  html: z.string(),
  /** What the product's card shows. */
  item: listingItem,
  /** The text below the title in a search result. */
  description: z.string(),
})
