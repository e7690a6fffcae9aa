import { type ContentId, parseContentId } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { count } from '#src/rules/count.ts'
import { readCategories } from '../../core/content/categories.ts'
import { findContentRow } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listFormerCategories } from '../../core/slugs/queries.ts'
import { listProductIdsOfCategory } from '../save/category-queries.ts'
import { runChange } from '../save/change.ts'
import { leadsToRecord, listLinks } from '../save/links.ts'
import { type Body, listBodies, loadContent, parseId, toTitle } from '../save/load-content.ts'
import { deletePictures } from './delete-picture.ts'
import * as queries from './queries.ts'
import {
  assertArchived,
  assertUnused,
  formatNames,
  listLaunches,
  type Reference,
} from './references.ts'

const CANNOT_DELETE = 'This record is part of the shop and cannot be deleted.'

const hasLink = (id: ContentId, slug: string, body: Body): boolean =>
  listLinks(body).some(({ href }) => leadsToRecord(href, id, slug))

async function findReferences(db: Db, id: ContentId): Promise<Reference[]> {
  const { kind = 'home', key = '' } = parseContentId(id) ?? {}
  const pieces = kind === 'category' ? await listProductIdsOfCategory(db, key) : []
  const slug = (await readCategories(db)).find(key)?.address ?? key
  const linking = (await listBodies(db)).filter(
    (record) => record.id !== id && hasLink(id, slug, record.body),
  )
  const isOfCategory = ({ category }: Body) => kind === 'category' && category === key
  const launches = await listLaunches(
    db,
    id,
    [key],
    // A stored draft contains ids.
    (_, body) => hasLink(id, key, body) || isOfCategory(body),
  )
  return [
    ...(pieces.length > 0 ? [count(pieces.length, 'piece')] : []),
    ...formatNames(
      'the text',
      linking.map(({ title }) => title),
    ),
    ...formatNames('the launch', launches),
  ]
}

/**
 * Deletes an archived record and its versions permanently, if nothing refers to it. The address of
 * a category still redirects.
 * @throws HttpError 400 for a default record, 404, or 409 that names the references.
 */
export async function deleteContent(deps: Deps, id: string, editorId: string): Promise<void> {
  const options = { editorId, subject: 'content' as const }
  const pictures = await runChange(deps, options, async (change) => {
    const { db } = change
    const { id: known, kind, isDefault } = parseId(id)
    const { archived, body } = await loadContent(db, id)
    const { key = '' } = parseContentId(id) ?? {}
    // Without its row, a default record would be on the site again.
    const isHidden = !isDefault || (await listFormerCategories(db)).has(key)
    if (!('many' in CONTENT_KINDS[kind]) || !isHidden || !(await findContentRow(db, id)))
      throw new HttpError(400, CANNOT_DELETE)
    const title = toTitle(known, body)
    assertArchived(`“${title}”`, archived)
    assertUnused(`“${title}”`, await findReferences(db, known))
    const own = await queries.listPicturesOfRecord(db, id)
    await queries.deleteContentRow(db, id)
    change.saved.push({ id, summary: `Deleted ${title} for good` })
    return own
  })
  await deletePictures(deps, pictures)
}
