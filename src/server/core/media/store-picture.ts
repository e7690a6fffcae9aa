import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { CropBox } from '#src/contract/picture-library.ts'
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
  MIN_PICTURE_SIDE,
} from '#src/contract/values.ts'
import { pictureMessages } from '#src/editing/picture-messages.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { sourceName } from '../media-store.ts'
import { decode, readMetadata, sniff } from './decode.ts'
import { findPicture, updatePictureTime, upsertPictures } from './queries.ts'
import type { PictureRow } from './tables.ts'

/** The file is no usable picture. The message tells the editor why. */
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
 * @throws InvalidPictureError if the format is not supported, or the file is broken or too large.
 */
export async function probePicture(bytes: Uint8Array, now: number): Promise<PictureRow> {
  const format = sniff(bytes)
  if (!format) throw new InvalidPictureError('Only JPEG, PNG, WebP and AVIF pictures can be used.')
  if (bytes.byteLength > MAX_SOURCE_BYTES)
    throw new InvalidPictureError(
      `A picture may have at most ${MAX_SOURCE_BYTES / 1024 / 1024} MB.`,
    )
  try {
    const { autoOrient } = await (await decode(bytes)).metadata()
    const picture = await decode(bytes)
    const placeholder = await picture
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

/** Stores the source file under its hash. An existing file stays as it is. */
export async function storeSource(
  { media }: Deps,
  picture: Pick<PictureRow, 'hash' | 'format'>,
  bytes: Uint8Array,
): Promise<void> {
  const name = sourceName(picture)
  if ((await media.size(name)) === undefined) await media.put(name, bytes)
}

/** Validates a picture, stores its file and inserts its row. @throws InvalidPictureError if it cannot be used. */
export async function storePicture(deps: Deps, bytes: Uint8Array): Promise<PictureRow> {
  const picture = await probePicture(bytes, deps.now())
  await storeSource(deps, picture, bytes)
  await upsertPictures(deps.db, [picture])
  return picture
}

/** Longest side of a stored picture: three times the widest rendition. */
const MAX_UPLOAD_SIDE = 3_000
const UPLOAD_QUALITY = 92
/** One at a time: a picture of 50 megapixels takes some 200 MB while it is decoded. */
const decoding = pLimit(1)

/** An SVG may have scripts. It is refused also after a byte-order mark or a comment. */
const looksLikeSvg = (bytes: Uint8Array): boolean =>
  /<svg[\s>]/i.test(Buffer.from(bytes.subarray(0, 2_000)).toString('latin1'))

/** Format of iPhones (ISO/IEC 23008-12). */
const looksLikeHeic = (bytes: Uint8Array): boolean =>
  /^....ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/s.test(
    Buffer.from(bytes.subarray(0, 12)).toString('latin1'),
  )

/** @throws InvalidPictureError with the reason. */
async function assertUsable(bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength === 0) throw new InvalidPictureError('The file is empty.')
  if (bytes.byteLength > MAX_PICTURE_BYTES)
    throw new InvalidPictureError('A picture may have at most 12 MB.')
  if (!sniff(bytes))
    throw new InvalidPictureError(
      looksLikeSvg(bytes)
        ? 'SVG drawings cannot be used: please export the picture as PNG or JPEG.'
        : looksLikeHeic(bytes)
          ? pictureMessages.heic
          : pictureMessages.format,
    )
  const { width, height } = await readMetadata(bytes).catch(() => {
    throw new InvalidPictureError('The picture cannot be read: the file is damaged.')
  })
  if (width * height > MAX_PICTURE_PIXELS)
    throw new InvalidPictureError(
      `A picture may have at most ${MAX_PICTURE_PIXELS / 1e6} megapixels; this one has ${Math.ceil((width * height) / 1e6)}.`,
    )
  if (Math.max(width, height) > MAX_PICTURE_SIDE)
    throw new InvalidPictureError(
      `A side of a picture may have at most ${MAX_PICTURE_SIDE.toLocaleString('en-IN')} pixels; this one has ${Math.max(width, height).toLocaleString('en-IN')}.`,
    )
  if (Math.min(width, height) < MIN_PICTURE_SIDE)
    throw new InvalidPictureError(pictureMessages.tooSmall(width, height))
}

/**
 * Stores an uploaded picture as a new WebP file without metadata, so that the uploaded file itself is never served.
 * @throws InvalidPictureError if it cannot be used.
 */
export async function uploadPicture(deps: Deps, bytes: Uint8Array): Promise<PictureRow> {
  await assertUsable(bytes)
  const encode = async () => {
    const picture = await decode(bytes, MAX_PICTURE_PIXELS)
    return picture
      .resize({
        width: MAX_UPLOAD_SIDE,
        height: MAX_UPLOAD_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: UPLOAD_QUALITY, effort: 3 })
      .toBuffer()
  }
  return storeEncoded(deps, encode)
}

async function storeEncoded(deps: Deps, encode: () => Promise<Buffer>): Promise<PictureRow> {
  const encoded = await decoding(encode).catch((cause: unknown) => {
    throw new InvalidPictureError('The picture cannot be read: the file is damaged.', { cause })
  })
  const picture = await storePicture(deps, encoded)
  await updatePictureTime(deps.db, picture.hash, deps.now())
  return picture
}

/**
 * Stores a part of a picture as a new one.
 * @throws InvalidPictureError if the part is too small, or not within the picture.
 */
export async function cropPicture(deps: Deps, hash: string, box: CropBox): Promise<PictureRow> {
  const row = await findPicture(deps.db, hash)
  const source = row && (await deps.media.get(sourceName(row)))
  if (!row || !source) throw new HttpError(404, 'There is no such picture.')
  if (box.width < MIN_PICTURE_SIDE || box.height < MIN_PICTURE_SIDE)
    throw new InvalidPictureError(pictureMessages.tooSmall(box.width, box.height))
  if (box.left + box.width > row.width || box.top + box.height > row.height)
    throw new InvalidPictureError(
      `The part must be within the picture, which has ${row.width} × ${row.height} pixels.`,
    )
  return storeEncoded(deps, async () =>
    (await decode(source)).extract(box).webp({ quality: UPLOAD_QUALITY, effort: 3 }).toBuffer(),
  )
}
