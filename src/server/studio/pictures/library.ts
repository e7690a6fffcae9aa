import type { z } from 'zod'
import { SITE_FILES } from '#src/contract/content-values.ts'
import type {
  LibraryPicture,
  libraryPictureResponse,
  libraryQuery,
  libraryResponse,
  PictureUse,
} from '#src/contract/picture-library.ts'
import { LIBRARY_PAGE_SIZE } from '#src/contract/values.ts'
import { toIso } from '#src/rules/dates.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import { foldText } from '#src/rules/search/stems.ts'
import { listPictures } from '../../core/content/read-content.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listPicturesByHash } from '../../core/media/queries.ts'
import { toStoredPicture } from '../../core/media/to-picture.ts'
import { sourceName } from '../../core/media-store.ts'
import { createPerShop } from '../../core/per-shop.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { cacheByRevision } from '../../shop/catalog/cache-by-revision.ts'
import { getDraftTitle, toPatchedBody } from '../launches/check-drafts.ts'
import { listItemsWithFile } from '../launches/draft-queries.ts'
import { loadCovered } from '../save/change.ts'
import { listBodies } from '../save/load-content.ts'
import { listAllProductIds } from '../save/queries.ts'
import * as queries from './queries.ts'

interface Use extends PictureUse {
  file: string
  /** Text that a search of pictures matches. */
  words: string
}

/**
 * Lists where pictures are used: by products, then by content records.
 * @param file lists only uses of this file. Launches that give the file to a record are added.
 */
export async function listUses(db: Db, file?: string): Promise<Use[]> {
  const products = await listUsesByProducts(db, file)
  const records = (await listBodies(db)).flatMap(({ id, title, revision, archived, body }) =>
    listPictures(body).map(
      ({ file: shown, alt }): Use => ({
        id,
        title,
        revision,
        archived,
        alt,
        kind: 'content',
        file: shown,
        words: foldText(`${title} ${id} ${alt}`),
      }),
    ),
  )
  const uses = [...products, ...records].filter((use) => file === undefined || use.file === file)
  if (file === undefined) return uses
  const drafts = await listItemsWithFile(db, file)
  return [...uses, ...drafts.map((draft) => toDraftUse(draft, file))]
}

/** Products under live launches use the pictures of their base. */
async function listUsesByProducts(db: Db, file?: string): Promise<Use[]> {
  const covered = await loadCovered(db)
  const ids = await (file === undefined
    ? listAllProductIds(db)
    : queries.listIdsWithPicture(db, file))
  const rows = await readInChunks(
    ids.filter((id) => !covered.has(id)),
    (chunk) => queries.listProductUses(db, chunk, file),
  )
  const ofBases = [...covered.values()].flatMap(({ row: { position: place, ...row }, entry }) =>
    entry.pictures.map(({ file: picture_hash, alt }, position) => ({
      ...row,
      picture_hash,
      alt,
      place,
      position,
    })),
  )
  return [...rows, ...ofBases]
    .sort((a, b) => a.place - b.place || a.position - b.position)
    .map((row) => ({
      file: row.picture_hash,
      kind: 'product',
      id: row.id,
      title: row.title,
      alt: row.alt,
      revision: row.revision,
      archived: row.archived_at !== null,
      words: foldText(`${row.title} ${row.slug} ${row.alt}`),
    }))
}

const toDraftUse = (draft: Awaited<ReturnType<typeof listItemsWithFile>>[number], file: string) => {
  const { launch_id, record_id, revision, name } = draft
  const own = getDraftTitle(record_id, toPatchedBody(draft))
  const title = `${own === 'undefined' ? record_id : own}, a draft of ${name}`
  const id = `${launch_id}/${record_id}`
  return { file, kind: 'draft', id, title, revision, archived: false, alt: '', words: '' } as const
}

/** Removes duplicate uses by one product or record. */
const toDistinct = (uses: Use[]): PictureUse[] =>
  [...new Map(uses.map((use) => [use.id, use])).values()].map(
    ({ file: _file, words: _words, ...use }) => use,
  )

/** The uses of all pictures, cached by catalogue revision. */
const getUsesReader = createPerShop((deps) =>
  cacheByRevision(deps, async () => {
    const revision = await getCatalogRevision(deps.db)
    return { revision, uses: Map.groupBy(await listUses(deps.db), ({ file }) => file) }
  }),
)

/** Returns one page of the library: the newest pictures first, then the default pictures of the shop. */
export async function listLibrary(
  deps: Deps,
  { search, offset }: z.output<typeof libraryQuery>,
): Promise<z.output<typeof libraryResponse>> {
  const { db, env } = deps
  const { uses } = await getUsesReader(deps)()
  const stored = await queries.listStoredPictures(db)
  const addedAt = new Map(stored.map(({ hash, created_at }) => [hash, created_at]))
  const found = findFiles([...addedAt.keys(), ...SITE_FILES], search, uses)
  const page = found.slice(offset, offset + LIBRARY_PAGE_SIZE)
  const rows = new Map((await listPicturesByHash(db, page)).map((row) => [row.hash, row]))
  return {
    total: found.length,
    pictures: page.map((file) =>
      toLibraryPicture(env.MEDIA_ORIGIN, file, uses.get(file) ?? [], {
        row: rows.get(file),
        addedAt: addedAt.get(file),
      }),
    ),
  }
}

/** Returns the files whose names or uses contain all words of the search. */
function findFiles(files: string[], search: string, uses: ReadonlyMap<string, Use[]>): string[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return files
  return files.filter((file) => {
    const texts = [toSiteName(file) ?? '', ...(uses.get(file) ?? []).map((use) => use.words)]
    return words.every((word) => texts.some((text) => text.includes(word)))
  })
}

interface Stored {
  row: Awaited<ReturnType<typeof listPicturesByHash>>[number] | undefined
  addedAt: number | undefined
}

function toLibraryPicture(
  origin: string | undefined,
  file: string,
  uses: Use[],
  { row, addedAt }: Stored,
): LibraryPicture {
  // The first alt text is the default of a new use.
  const alt = uses.find((use) => use.alt !== '')?.alt ?? ''
  return {
    file,
    picture: row ? toStoredPicture(row, origin, alt) : null,
    addedAt: addedAt === undefined ? null : toIso(addedAt),
    uses: toDistinct(uses),
  }
}

/**
 * Returns one picture with its file size.
 * @throws HttpError 404.
 */
export async function getLibraryPicture(
  deps: Deps,
  file: string,
): Promise<z.output<typeof libraryPictureResponse>> {
  const { db, env, media } = deps
  const row = await queries.findStoredPicture(db, file)
  const uses = await listUses(db, file)
  if (!row && !SITE_FILES.includes(file)) throw new HttpError(404, 'There is no such picture.')
  const stored = { row, addedAt: row?.created_at }
  return {
    picture: toLibraryPicture(env.MEDIA_ORIGIN, file, uses, stored),
    bytes: (row && (await media.size(sourceName(row)))) ?? null,
  }
}
