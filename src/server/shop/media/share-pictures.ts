import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type SharePicture,
  toCategorySharePicture,
  toProductSharePicture,
} from '#src/channels/share-picture.ts'
import type { Focus } from '#src/contract/catalog.ts'
import type { ContentPicture } from '#src/contract/content-values.ts'
import { toRupees } from '#src/rules/money.ts'
import { readCategories, toRecordId } from '../../core/content/categories.ts'
import { findContentRow } from '../../core/content/queries.ts'
import { parseStoredBody, readCategoryNames } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import type { Priority } from '../../core/media/priority-queue.ts'
import { findPicture } from '../../core/media/queries.ts'
import { getFileGenerator, readSource, renditionFolder } from '../../core/media/renditions.ts'
import { toPicture, toStoredPicture } from '../../core/media/to-picture.ts'
import { parseProductDetail, toShownVariants } from '../catalog/to-product.ts'
import {
  findSharedProduct,
  findSharedProductOfCategory,
  listSharedProducts,
  type SharedProduct,
} from './queries.ts'

/** A current share picture, with the picture that it is drawn from. */
interface CurrentSharePicture extends SharePicture {
  hash: string
  sourceFormat: string
  focus?: Focus | undefined
}

/** `share-product-<slug>-<hash of the content>.jpg`, or `category` with its name. */
const FILE_PATTERN = /^(share-(product|category)-([a-z0-9-]+))-[a-z0-9]+\.jpg$/

function toCurrentShare(
  { hash, format: sourceFormat }: Pick<SharedProduct, 'hash' | 'format'>,
  share: SharePicture | undefined,
  focus?: Focus,
): CurrentSharePicture | undefined {
  return share && { ...share, hash, sourceFormat, focus }
}

function toProductShare({ env }: Deps, row: SharedProduct): CurrentSharePicture | undefined {
  const picture = toPicture(row, env.MEDIA_ORIGIN)
  const { slug, title } = row
  const price = toRupees(row.price_paise)
  const variants = toShownVariants(parseProductDetail(row), row, [])
  const share = toProductSharePicture({ slug, title, price, variants, pictures: [picture] })
  return toCurrentShare(row, share, picture.focus)
}

/** Finds the share picture with this current or former file name. */
export async function findSharePicture(
  deps: Deps,
  hash: string,
  file: string,
): Promise<CurrentSharePicture | undefined> {
  const [, , kind, name = ''] = FILE_PATTERN.exec(file) ?? []
  if (kind === 'product') {
    const row = await findSharedProduct(deps.db, name)
    return row && toProductShare(deps, row)
  }
  if (kind !== 'category') return undefined
  const id = (await readCategories(deps.db)).toId(name)
  const row = await findSharedProductOfCategory(deps.db, hash, id)
  if (!row) return findRecordShare(deps, hash, id, name)
  const picture = toStoredPicture(row, deps.env.MEDIA_ORIGIN, row.alt)
  const names = await readCategoryNames(deps.db)
  return toCurrentShare(
    row,
    toCategorySharePicture(name, [{ pictures: [picture] }], undefined, names),
  )
}

/** Finds the share picture with the picture in a category's record. */
async function findRecordShare(
  { db, env }: Deps,
  hash: string,
  category: string,
  address: string,
): Promise<CurrentSharePicture | undefined> {
  const id = toRecordId(category)
  const record = await findContentRow(db, id)
  const { picture: own } = (record ? parseStoredBody(id, record.body) : {}) as {
    picture?: ContentPicture
  }
  const row = own?.file === hash ? await findPicture(db, hash) : undefined
  if (!row) return undefined
  const stored = toStoredPicture({ ...row, placeholder: '' }, env.MEDIA_ORIGIN)
  const picture = { ...stored, focus: own?.focus }
  const names = await readCategoryNames(db)
  return toCurrentShare(row, toCategorySharePicture(address, [], picture, names), own?.focus)
}

/** Lists the share pictures of all products on sale. */
export const listSharePictures = async (deps: Deps): Promise<CurrentSharePicture[]> =>
  (await listSharedProducts(deps.db)).flatMap((row) => toProductShare(deps, row) ?? [])

/**
 * Draws a share picture unless its file exists, and deletes those of former prices.
 * @returns its path.
 */
export function generateSharePicture(
  deps: Deps,
  share: CurrentSharePicture,
  priority?: Priority,
): Promise<string> {
  const { hash, sourceFormat, title, note, focus } = share
  const path = join(renditionFolder(deps.env, hash), basename(share.url))
  const draw = async () => {
    const source = await readSource(deps, hash, sourceFormat)
    await deleteFormer(path)
    // Imported on demand, because its font library takes 20 MB and most processes draw no picture.
    const { drawSharePicture } = await import('./draw-share-picture.ts')
    return drawSharePicture({ source, title, note, focus })
  }
  return getFileGenerator(deps)(path, draw, priority)
}

async function deleteFormer(path: string): Promise<void> {
  const [, name] = FILE_PATTERN.exec(basename(path)) ?? []
  const files = await readdir(dirname(path)).catch(() => [])
  for (const file of files)
    if (FILE_PATTERN.exec(file)?.[1] === name) await rm(join(dirname(path), file), { force: true })
}
