import { z } from 'zod'
import { picture } from './catalog.ts'

/** A product or a record of content that shows a picture, or will by a draft. */
const pictureUse = z.object({
  kind: z.enum(['product', 'content', 'draft']),
  /** The id of the record; for a draft, that of its launch and that of its record. */
  id: z.string(),
  title: z.string(),
  revision: z.int(),
  archived: z.boolean(),
  alt: z.string(),
})
export type PictureUse = z.output<typeof pictureUse>

const libraryPicture = z.object({
  /** What entries and records name. */
  file: z.string(),
  /** Null for one that comes with the shop, `site:` and its name. */
  picture: picture.nullable(),
  addedAt: z.iso.datetime().nullable(),
  uses: z.array(pictureUse),
})
export type LibraryPicture = z.output<typeof libraryPicture>

export const libraryQuery = z.object({
  /** Words of titles, addresses of products and alt texts. */
  search: z.string().max(200).default(''),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

export const libraryResponse = z.object({
  /** The newest first. */
  pictures: z.array(libraryPicture),
  total: z.int(),
})

export const libraryPictureResponse = z.object({
  picture: libraryPicture,
  /** Size of the stored file; null when it is not there. */
  bytes: z.int().nullable(),
})

export const replacePictureRequest = z.strictObject({
  /** The file that is shown instead. */
  by: z.string().max(100),
  /** Where the picture is used, as the editor has seen it. */
  uses: z.array(z.strictObject({ id: z.string().max(200), revision: z.int().min(0) })).max(10_000),
})

export const replacePictureResponse = z.object({
  /** Null where only drafts were changed, which has no undo. */
  batch: z.string().nullable(),
  /** How many products, records and drafts show the other picture now. */
  replaced: z.int(),
})

const pixels = z.int().min(0).max(100_000)

/** In pixels of the picture. */
export const cropPictureRequest = z.strictObject({
  left: pixels,
  top: pixels,
  width: pixels,
  height: pixels,
})
export type CropBox = z.output<typeof cropPictureRequest>
