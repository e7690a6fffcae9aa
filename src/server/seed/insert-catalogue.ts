import type { CatalogueEntry } from '#src/contract/catalog.ts'
import { incrementCatalogueRevision } from '../catalog/revision.ts'
import { toProductRow } from '../catalog/to-product-row.ts'
import type { PictureRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'
import { upsertPictures } from '../media/store-picture.ts'

/** Rows of one statement: well below the number of parameters that either database takes. */
const ROWS = 500

/** Writes entries in their order with the pictures they name. */
export async function insertCatalogue(
  db: Db,
  entries: CatalogueEntry[],
  pictures: Map<string, PictureRow>,
): Promise<void> {
  await upsertPictures(db, [
    ...new Map([...pictures.values()].map((one) => [one.hash, one])).values(),
  ])
  const rows = entries.map((entry, at) => toProductRow(entry, at, Date.parse(entry.publishedAt)))
  for (const some of chunks(rows)) await db.insertInto('product').values(some).execute()
  const shown = entries.flatMap((entry, at) =>
    entry.pictures.flatMap(({ file, alt }, position) => {
      const row = rows[at]
      const picture = pictures.get(file)
      return row && picture
        ? [{ product_id: row.id, position, picture_hash: picture.hash, alt }]
        : []
    }),
  )
  for (const some of chunks(shown)) await db.insertInto('product_picture').values(some).execute()
  await incrementCatalogueRevision(db)
}

function* chunks<T>(all: T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += ROWS) yield all.slice(at, at + ROWS)
}
