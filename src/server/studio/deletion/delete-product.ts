import { count } from '#src/rules/count.ts'
import { listNamed } from '../../core/content/record-ids.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listSlugsOf } from '../../core/slugs/queries.ts'
import { getRow, runChange } from '../save/change.ts'
import { leadsToProduct, listLinks } from '../save/links.ts'
import { type Body, listBodies } from '../save/load-content.ts'
import { listAllProductIds, listRelated } from '../save/queries.ts'
import { deletePictures } from './delete-picture.ts'
import * as queries from './queries.ts'
import {
  assertArchived,
  assertUnused,
  formatNames,
  listLaunches,
  type Reference,
} from './references.ts'

/** Lists the titles of products that have a product as related. */
async function listTitlesOfRelating(db: Db, id: string): Promise<string[]> {
  const ids = (await listAllProductIds(db)).filter((other) => other !== id)
  const rows = await readInChunks(ids, async (chunk) =>
    (await listRelated(db, chunk)).filter(({ related }) =>
      (JSON.parse(related) as string[]).includes(id),
    ),
  )
  return rows.map(({ title }) => title)
}

/**
 * Returns whether a record or draft names a product or links to its page.
 * @param slugs the id, and current and former slugs of the product.
 */
function refersTo(slugs: ReadonlySet<string>, id: string, body: Body): boolean {
  return (
    !slugs.isDisjointFrom(listNamed(id, body).products) ||
    listLinks(body).some(({ href }) => leadsToProduct(href, slugs))
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
  const slugs = new Set([id, slug, ...(await listSlugsOf(db, id))])
  const records = (await listBodies(db)).filter((record) => refersTo(slugs, record.id, record.body))
  const launches = await listLaunches(db, id, [...slugs], (other, body) =>
    refersTo(slugs, other, body),
  )
  return [
    ...counted.flatMap(([amount, noun, plural]) => (amount > 0 ? count(amount, noun, plural) : [])),
    ...formatNames('the product', await listTitlesOfRelating(db, id)),
    ...formatNames(
      'the text',
      records.map(({ title }) => title),
    ),
    ...formatNames('the launch', launches),
  ]
}

/**
 * Deletes an archived product permanently, with its versions and its otherwise unused pictures.
 * @throws HttpError 404, or 409 that names the references.
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
