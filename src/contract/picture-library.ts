import { z } from 'zod'
import { picture } from './catalog.ts'

/** A product or content record that uses a picture, or a draft that will. */
const pictureUse = z.object({
  kind: z.enum(['product', 'content', 'draft']),
  /** Id of the record; for a draft, the ids of its launch and record. */
  id: z.string(),
  title: z.string(),
  revision: z.int(),
  archived: z.boolean(),
  alt: z.string(),
})
export type PictureUse = z.output<typeof pictureUse>

const libraryPicture = z.object({
  /** Name of the picture in entries and records. */
  file: z.string(),
  /** Null for a default picture of the shop (`site:` and its name). */
  picture: picture.nullable(),
  addedAt: z.iso.datetime().nullable(),
  uses: z.array(pictureUse),
})
export type LibraryPicture = z.output<typeof libraryPicture>

export const libraryQuery = z.object({
  /** Words of titles, product addresses and alt texts. */
  search: z.string().max(200).default(''),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

export const libraryResponse = z.object({
  /** Newest first. */
  pictures: z.array(libraryPicture),
  total: z.int(),
})

export const libraryPictureResponse = z.object({
  picture: libraryPicture,
  /** Size of the stored file; null if it is missing. */
  bytes: z.int().nullable(),
})

export const replacePictureRequest = z.strictObject({
  /** The new file. */
  by: z.string().max(100),
  /** The uses of the picture that the editor saw. */
  uses: z.array(z.strictObject({ id: z.string().max(200), revision: z.int().min(0) })).max(10_000),
})

export const replacePictureResponse = z.object({
  /** Null if only drafts were changed, which cannot be undone. */
  batch: z.string().nullable(),
  /** Number of products, records and drafts that now use the other picture. */
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
