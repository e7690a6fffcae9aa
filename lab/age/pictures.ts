import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { pictureHash, probePicture, storeSource } from '#src/server/core/media/store-picture.ts'
import type { PictureRow } from '#src/server/core/media/tables.ts'
import { DEFAULT_SEED_DIR } from '#src/server/shop/seed/read-entries.ts'
import { type Aging, times } from './aging.ts'

/** Number of seed pictures from which the others are copied. */
const TEMPLATES = 12
const WIDTH = 480
const CONCURRENT_WRITES = 16

/** Hashes of pictures, by use. */
export interface Pictures {
  shown: string[]
  /** Pictures that only former versions have. */
  retired: string[]
}

/** Creates small copies of seed pictures. A comment makes each file different. */
export async function addPictures(aging: Aging): Promise<Pictures> {
  const { deps, scale, days, daysAgo, insert } = aging
  const [shown, retired, unused] = [scale(4_000), scale(1_000), scale(100)]
  const folder = join(DEFAULT_SEED_DIR, 'pictures')
  const names = readdirSync(folder).toSorted().slice(0, TEMPLATES)
  const templates = await Promise.all(
    names.map(async (name) => {
      const bytes = await sharp(join(folder, name)).resize(WIDTH).jpeg({ quality: 60 }).toBuffer()
      return { bytes, row: await probePicture(bytes, 0) }
    }),
  )
  const pictures = [
    ...times(shown + retired + unused, (index) => {
      const { bytes, row } = aging.pick(templates)
      const file = withComment(bytes, aging.toHash('picture', index))
      const picture: PictureRow = {
        ...row,
        hash: pictureHash(file),
        created_at: daysAgo(days, 31),
      }
      return { picture, file }
    }),
  ]
  await pLimit(CONCURRENT_WRITES).map(pictures, ({ picture, file }) =>
    storeSource(deps, picture, file),
  )
  const rows = pictures.map(({ picture }) => picture)
  await insert('picture', rows)
  const hashes = rows.map(({ hash }) => hash)
  return { shown: hashes.slice(0, shown), retired: hashes.slice(shown, shown + retired) }
}

/** Inserts a comment after the start marker of a JPEG file. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, Buffer.from(comment), jpeg.subarray(2)])
}
