import { productPath } from '#src/rules/paths.ts'
import { listNamed } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import { listSlugs } from '../../core/slugs/queries.ts'
import { findBrokenLinks, leadsToProduct, listLinks } from './links.ts'
import { listBodies } from './load-content.ts'

const LISTED = 20

/** Returns the products in lists of a record, as links without a label. */
function listListed(id: string, body: Record<string, unknown>) {
  const links = listLinks(body)
  return [...listNamed(id, body).products]
    .filter((slug) => !links.some(({ href }) => leadsToProduct(href, new Set([slug]))))
    .map((slug) => ({ slug, href: productPath(slug), label: '', field: '' }))
}

/** Lists links of menus and texts that lead to no page, and archived products in lists. */
export async function listBrokenLinks(db: Db) {
  const records = (await listBodies(db)).filter(({ archived }) => !archived)
  const links = records.flatMap(({ id, title, body }) =>
    listLinks(body).map((link) => ({ ...link, id, title })),
  )
  const listed = records.flatMap(({ id, title, body }) =>
    listListed(id, body).map((link) => ({ ...link, id, title })),
  )
  const slugs = listed.map(({ slug }) => slug)
  // The default texts name demo products, which another shop never had.
  const known = new Set((await listSlugs(db, 'product', slugs)).map(({ slug }) => slug))
  const all = [...links, ...listed.filter(({ slug }) => known.has(slug))]
  const broken = new Set(await findBrokenLinks(db, all, undefined, false))
  return all
    .filter((link) => broken.has(link))
    .map(({ id, title, label, href }) => ({ id, title, label, href }))
    .slice(0, LISTED)
}
