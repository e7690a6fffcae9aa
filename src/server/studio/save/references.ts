import type { CatalogEntry, EntryPicture } from '#src/contract/entry.ts'
import type { Db } from '../../core/db/schema.ts'
import { listExistingPictures } from '../../core/media/queries.ts'
import { listRenamed, listSlugs } from '../../core/slugs/queries.ts'
import type { LiveRecord, RecordState } from './records.ts'

/** A record as a batch will save it. */
export interface NextRecord {
  record: LiveRecord | undefined
  /** The draft of a new record. */
  item?: { record_id: string }
  body: RecordState['body']
}

const getSlug = ({ record }: NextRecord): string | undefined => record?.product?.live.row.slug

/**
 * Sorts changes so that each slug is free when it is taken. Changes that wait for each other are
 * left out.
 */
export function orderBySlug<Next>(
  changes: readonly Next[],
  {
    getFormer,
    getNext,
  }: { getFormer: (change: Next) => unknown; getNext: (change: Next) => unknown },
): Next[] {
  const ordered = new Set<Next>()
  for (;;) {
    const rest = changes.filter((change) => !ordered.has(change))
    const held = new Set(rest.map(getFormer))
    const free = rest.filter((change) => {
      const next = getNext(change)
      return next === getFormer(change) || !held.has(next)
    })
    if (free.length === 0) return [...ordered]
    for (const change of free) ordered.add(change)
  }
}

/** Errors about references, equal for all ways to save a product. */
export const referenceMessages = {
  slug: (slug: string) => `Another product has the slug ${slug}.`,
  formerSlug: (slug: string) =>
    `The address ${slug} leads to another product, or another launch has reserved it.`,
  related: (slug: string) => `“${slug}” must be the slug of another product.`,
  picture: (picture: EntryPicture) =>
    `“${namePicture(picture).slice(0, 60)}” is not an uploaded picture.`,
}

/** Names a picture by its alt text, unless a person has written the name of a file, e.g. in a sheet. */
const namePicture = ({ file, alt }: EntryPicture): string =>
  /^[0-9a-f]{64}$/.test(file) ? alt || file : file

export interface References {
  /** Returns why a product cannot have its slug; undefined if it can. */
  findSlugError: (product: NextRecord) => string | undefined
  /** Returns the slug that a product has after all are saved; undefined for an unknown product. */
  resolve: (slug: string) => string | undefined
  hasPicture: (file: string) => boolean
}

/** Resolves the references of products as they are after all are saved. */
export async function findReferences(db: Db, products: NextRecord[]): Promise<References> {
  const toEntry = ({ body }: NextRecord) => body as CatalogEntry
  const moved = new Map(
    products.flatMap((product) => {
      const before = getSlug(product)
      const { slug } = toEntry(product)
      return before === undefined || before === slug ? [] : [[before, slug] as const]
    }),
  )
  const named = products.map(toEntry).flatMap(({ slug, related }) => [slug, ...related])
  const rows = await listSlugs(db, 'product', named)
  const owners = new Map(
    rows.flatMap(({ slug, record_id, is_current }) =>
      is_current === 1 ? [[slug, record_id]] : [],
    ),
  )
  const formerOwners = new Map(
    rows.flatMap(({ slug, record_id, is_current }) =>
      is_current === 0 ? [[slug, record_id]] : [],
    ),
  )
  const next = Map.groupBy(products, (product) => toEntry(product).slug)
  const unknown = [...new Set(named)].filter((slug) => !owners.has(slug) && !next.has(slug))
  const renamed = new Map(
    (await listRenamed(db, unknown)).map(({ former, slug }) => [former, slug]),
  )
  const files = new Set<string>()
  for (const { record } of products) {
    for (const { file } of record?.product?.entry.pictures ?? []) files.add(file)
  }
  const added = new Set<string>()
  for (const product of products) {
    for (const { file } of toEntry(product).pictures) if (!files.has(file)) added.add(file)
  }
  for (const { hash } of await listExistingPictures(db, [...added])) files.add(hash)
  const ordered = new Set(
    orderBySlug(products, { getFormer: getSlug, getNext: ({ body }) => body['slug'] }),
  )
  const resolve = (input: string) => {
    const slug = renamed.get(input) ?? input
    return (
      moved.get(slug) ??
      (renamed.has(input) || owners.has(slug) || next.has(slug) ? slug : undefined)
    )
  }
  return {
    findSlugError(product) {
      const { slug } = toEntry(product)
      const ownId = product.record?.id ?? product.item?.record_id
      const isFree = (owners.get(slug) ?? ownId) === ownId || moved.has(slug)
      if (!isFree || (next.get(slug)?.length ?? 0) > 1 || !ordered.has(product))
        return referenceMessages.slug(slug)
      const isFormer = (formerOwners.get(slug) ?? ownId) !== ownId
      return isFormer ? referenceMessages.formerSlug(slug) : undefined
    },
    resolve,
    hasPicture: (file) => files.has(file),
  }
}
