import { createHash } from 'node:crypto'
import type { PictureRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { decode, sniff } from './decode.ts'
import { sourcePath } from './paths.ts'
import { fileExists, writeFileAtomic } from './write-file-atomic.ts'

/** A file that is no picture the shop can show. The message says why, in words for its sender. */
export class InvalidPictureError extends Error {
  override name = 'InvalidPictureError'
}

/** Largest source file, in bytes. */
const MAX_BYTES = 20 * 1024 * 1024
const PLACEHOLDER = { width: 16, quality: 40 }

/** The name of a picture: the first 32 hex digits of its file's SHA-256. */
export const pictureHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/**
 * Looks into a picture without keeping it: its real format, its size as shown, a tiny placeholder.
 * @throws BadPicture when it is of another kind, broken, or too large.
 */
export async function probePicture(bytes: Uint8Array, now: number): Promise<PictureRow> {
  const format = sniff(bytes)
  if (!format) throw new InvalidPictureError('Only JPEG, PNG, WebP and AVIF pictures can be used.')
  if (bytes.byteLength > MAX_BYTES)
    throw new InvalidPictureError(`A picture may have at most ${MAX_BYTES / 1024 / 1024} MB.`)
  try {
    const { autoOrient } = await decode(bytes).metadata()
    const tiny = await decode(bytes)
      .resize({ width: PLACEHOLDER.width })
      .webp({ quality: PLACEHOLDER.quality })
      .toBuffer()
    return {
      hash: pictureHash(bytes),
      width: autoOrient.width,
      height: autoOrient.height,
      format,
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
      created_at: now,
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new InvalidPictureError(`The picture cannot be read: ${why}.`, { cause })
  }
}

/** Keeps the source file under its hash; a file that is there stays. */
export async function storeSource(
  { env }: Deps,
  picture: Pick<PictureRow, 'hash' | 'format'>,
  bytes: Uint8Array,
): Promise<void> {
  const path = sourcePath(env, picture.hash, picture.format)
  if (!(await fileExists(path))) await writeFileAtomic(path, bytes)
}

/** Makes pictures known; those that are known stay as they are. */
export async function upsertPictures(db: Db, pictures: PictureRow[]): Promise<void> {
  if (pictures.length === 0) return
  await db
    .insertInto('picture')
    .values(pictures)
    .onConflict((clash) => clash.column('hash').doNothing())
    .execute()
}

/**
 * Takes a picture in: checks it, keeps its file, makes it known.
 * @public for uploads.
 * @throws BadPicture when it cannot be used.
 */
export async function storePicture(deps: Deps, bytes: Uint8Array): Promise<PictureRow> {
  const picture = await probePicture(bytes, deps.now())
  await storeSource(deps, picture, bytes)
  await upsertPictures(deps.db, [picture])
  return picture
}
