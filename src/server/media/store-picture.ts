import { createHash } from 'node:crypto'
import type { PictureRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { decode, sniff } from './decode.ts'
import { sourceName } from './media-store.ts'
import { upsertPictures } from './queries.ts'

/** A file that is no usable picture. The message gives the reason in shopper-facing words. */
export class InvalidPictureError extends Error {
  override name = 'InvalidPictureError'
}

/** Largest source file, in bytes. */
const MAX_SOURCE_BYTES = 20 * 1024 * 1024
const PLACEHOLDER = { width: 16, quality: 40 }

/** @returns the key of a picture: the first 32 hex digits of its file's SHA-256. */
export const pictureHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/**
 * Reads format, upright size and placeholder of a picture without storing it.
 * @throws InvalidPictureError when the format is not supported, or the file is broken or too large.
 */
export async function probePicture(bytes: Uint8Array, now: number): Promise<PictureRow> {
  const format = sniff(bytes)
  if (!format) throw new InvalidPictureError('Only JPEG, PNG, WebP and AVIF pictures can be used.')
  if (bytes.byteLength > MAX_SOURCE_BYTES)
    throw new InvalidPictureError(
      `A picture may have at most ${MAX_SOURCE_BYTES / 1024 / 1024} MB.`,
    )
  try {
    const { autoOrient } = await decode(bytes).metadata()
    const placeholder = await decode(bytes)
      .resize({ width: PLACEHOLDER.width })
      .webp({ quality: PLACEHOLDER.quality })
      .toBuffer()
    return {
      hash: pictureHash(bytes),
      width: autoOrient.width,
      height: autoOrient.height,
      format,
      placeholder: `data:image/webp;base64,${placeholder.toString('base64')}`,
      created_at: now,
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new InvalidPictureError(`The picture cannot be read: ${reason}.`, { cause })
  }
}

/** Stores the source file under its hash; an existing file stays as it is. */
export async function storeSource(
  { media }: Deps,
  picture: Pick<PictureRow, 'hash' | 'format'>,
  bytes: Uint8Array,
): Promise<void> {
  const name = sourceName(picture)
  if (!(await media.exists(name))) await media.put(name, bytes)
}

/**
 * Validates a picture, stores its file and inserts its row.
 * @throws InvalidPictureError when it cannot be used.
 */
export async function storePicture(deps: Deps, bytes: Uint8Array): Promise<PictureRow> {
  const picture = await probePicture(bytes, deps.now())
  await storeSource(deps, picture, bytes)
  await upsertPictures(deps.db, [picture])
  return picture
}
