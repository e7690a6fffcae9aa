import { count } from '#src/rules/count.ts'
import { productPath } from '#src/rules/paths.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listItemsOfRecord } from '../launches/draft-queries.ts'
import { getRow, runChange } from '../save/change.ts'
import { listLinks } from '../save/links.ts'
import { listBodies } from '../save/load-content.ts'
import { namesProduct } from '../save/product-slugs.ts'
import { listAllProductIds, listRelated } from '../save/queries.ts'
import { deletePictures } from './delete-picture.ts'
import * as queries from './queries.ts'
import { assertArchived, assertUnused, formatNames, type Reference } from './references.ts'

/** Titles of the products that name a product as related. */
async function listNaming(db: Db, id: string, slug: string): Promise<string[]> {
  const ids = (await listAllProductIds(db)).filter((other) => other !== id)
  const rows = await readInChunks(ids, async (chunk) =>
    (await listRelated(db, chunk)).filter(({ related }) =>
      (JSON.parse(related) as string[]).includes(slug),
    ),
  )
  return rows.map(({ title }) => title)
}

/** Titles of the records that name a product, or have a link to its page. */
async function listRecords(db: Db, slug: string): Promise<string[]> {
  const path = productPath(slug)
  return (await listBodies(db)).flatMap(({ id, title, body }) =>
    namesProduct(id, body, slug) || listLinks(body).some(({ href }) => href === path) ? title : [],
  )
}

async function findReferences(db: Db, id: string, slug: string): Promise<Reference[]> {
  const { orders, carts, wishlists, alerts, reviews } = await queries.countUses(db, id)
  const counted = [
    [orders, 'order'],
    [reviews, 'review'],
    [carts, 'line of a cart', 'lines of carts'],
    [wishlists, 'wishlist'],
    [alerts, 'stock alert'],
  ] as const
  return [
    ...counted.flatMap(([amount, noun, plural]) => (amount > 0 ? count(amount, noun, plural) : [])),
    ...formatNames('the product', await listNaming(db, id, slug)),
    ...formatNames('the text', await listRecords(db, slug)),
    ...formatNames(
      'the launch',
      (await listItemsOfRecord(db, id)).map(({ name }) => name),
    ),
  ]
}

/**
 * Deletes an archived product for good where nothing refers to it, with its versions and the pictures that nothing else
 * has.
 * @throws HttpError 404, or 409 that names what refers to it.
 */
export async function deleteProduct(deps: Deps, id: string, editorId: string): Promise<void> {
  const pictures = await runChange(deps, { editorId }, async (change) => {
    const { db } = change
    await queries.lockProduct(db, id)
    const { slug, title, archived_at } = await getRow(db, id)
    assertArchived(`“${title}”`, archived_at !== null)
    assertUnused(`“${title}”`, await findReferences(db, id, slug))
    const own = await queries.listOwnPictures(db, id)
    await queries.deleteProductRow(db, id)
    change.saved.push({ id, summary: `Deleted ${title} for good` })
    return own
  })
  await deletePictures(deps, pictures)
}
