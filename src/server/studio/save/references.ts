import type { CatalogEntry, EntryPicture } from '#src/contract/entry.ts'
import type { Db } from '../../core/db/schema.ts'
import { listExistingPictures } from '../../core/media/queries.ts'
import { createTurns } from '../../core/turns.ts'
import { listRenamed } from '../../shop/catalog/queries.ts'
import { listIdsBySlug } from './queries.ts'
import type { LiveRecord, RecordState } from './records.ts'

/** A record as a change of several saves it; a new one is no record yet. */
export interface NextRecord {
  record: LiveRecord | undefined
  body: RecordState['body']
}

const getSlug = ({ record }: NextRecord): string | undefined => record?.product?.row.slug

/**
 * In an order in which each slug is free when it is taken; without those that wait for each other. Records of content
 * come last, because they name products.
 */
export function orderBySlug<Next extends NextRecord>(changes: Next[]): Next[] {
  const isContent = ({ body }: Next): boolean => body['slug'] === undefined
  const ordered = new Set<Next>()
  for (;;) {
    const rest = changes.filter((change) => !ordered.has(change))
    const held = new Set<unknown>(rest.map(getSlug))
    const free = rest.filter(
      (change) => change.body['slug'] === getSlug(change) || !held.has(change.body['slug']),
    )
    if (free.length === 0)
      return [...ordered].toSorted((a, b) => Number(isContent(a)) - Number(isContent(b)))
    for (const change of free) ordered.add(change)
  }
}

/** What each way to save a product says of what it refers to. */
export const referenceMessages = {
  related: (slug: string) => `“${slug}” must be the slug of another product.`,
  picture: ({ file, alt }: EntryPicture) =>
    `“${(alt || file).slice(0, 60)}” is not an uploaded picture.`,
}

export interface References {
  isSlugTaken: (product: NextRecord) => boolean
  /** The slug that a product has once all are saved; undefined without such a product. */
  resolve: (slug: string) => string | undefined
  /** The same for a slug that is one of those that products have then. */
  resolveNext: (slug: string) => string | undefined
  hasPicture: (file: string) => boolean
}

/** What products refer to once all of them are saved. */
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
  const owners = new Map(
    (await listIdsBySlug(db, [...new Set(named)])).map(({ slug, id }) => [slug, id]),
  )
  const turn = createTurns()
  const next = Map.groupBy(products, (product) => toEntry(product).slug)
  const unknown = [...new Set(named)].filter((slug) => !owners.has(slug) && !next.has(slug))
  const renamed = new Map(
    (await listRenamed(db, unknown)).map(({ former, slug }) => [former, slug]),
  )
  const files = new Set<string>()
  for (const { record } of products) {
    await turn()
    for (const { file } of record?.product?.entry.pictures ?? []) files.add(file)
  }
  const added = new Set<string>()
  for (const product of products) {
    await turn()
    for (const { file } of toEntry(product).pictures) if (!files.has(file)) added.add(file)
  }
  for (const { hash } of await listExistingPictures(db, [...added])) files.add(hash)
  await turn()
  const ordered = new Set(orderBySlug(products))
  const resolve = (input: string) => {
    const slug = renamed.get(input) ?? input
    return (
      moved.get(slug) ??
      (renamed.has(input) || owners.has(slug) || next.has(slug) ? slug : undefined)
    )
  }
  return {
    isSlugTaken(product) {
      const { slug } = toEntry(product)
      const owner = owners.get(slug)
      const isFree = owner === undefined || owner === product.record?.id || moved.has(slug)
      return !isFree || (next.get(slug)?.length ?? 0) > 1 || !ordered.has(product)
    },
    resolve,
    resolveNext: (slug) => (next.has(slug) ? slug : resolve(slug)),
    hasPicture: (file) => files.has(file),
  }
}
