import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import { type ContentId, parseContentId } from '#src/contract/content.ts'
import { toAddress } from '#src/editing/address.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import type { Db } from '../db/schema.ts'
import { ensureSlug, listSlugsOfKind } from '../slugs/queries.ts'
import { insertContentVersion, listContentRowsOfKind, saveContentRow } from './queries.ts'
import type { ContentRecordRow } from './tables.ts'

const PREFIX = 'category:'

/** Returns the id of the record of a category. */
export const toRecordId = (id: string): ContentId => `category:${id}`

/** @returns undefined for a record of another kind. */
export const parseCategoryId = (recordId: string): string | undefined =>
  recordId.startsWith(PREFIX) ? recordId.slice(PREFIX.length) : undefined

/** A category. Products and records name it by its id. */
export interface Category {
  /** The address that it was created with. It never changes. */
  id: string
  /** The current address, or the last one if the category is archived. */
  address: string
  name: string
  isArchived: boolean
  /** The size of its pieces on cards, if an editor has saved it. */
  zoom?: unknown
}

/** All categories, also archived ones. */
export class Categories {
  readonly #byId: ReadonlyMap<string, Category>
  /** The ids of categories by their current and former addresses. */
  readonly #owners: ReadonlyMap<string, string>

  constructor(byId: ReadonlyMap<string, Category>, owners: ReadonlyMap<string, string>) {
    this.#byId = byId
    this.#owners = owners
  }

  list(): Category[] {
    return [...this.#byId.values()]
  }

  find(id: string): Category | undefined {
    return this.#byId.get(id)
  }

  findByAddress(address: string): Category | undefined {
    return this.list().find((category) => category.address === address)
  }

  /** Returns the id of the category that has or had an address. An unknown address stays as it is. */
  toId(address: string): string {
    return this.#owners.get(address) ?? this.findByAddress(address)?.id ?? address
  }

  /** Returns the address of a category. A name from before ids is an address. */
  toAddress(id: string): string {
    const category = this.#byId.get(id) ?? this.#byId.get(this.#owners.get(id) ?? '')
    return category?.address ?? id
  }

  /** Returns the category that an archived one leads to, or the same one. */
  toFollowing(id: string): string {
    const category = this.#byId.get(id)
    return category?.isArchived ? this.toId(category.address) : id
  }

  /** Returns these categories with those that a change restores. They get their addresses again. */
  withRestored(ids: readonly string[]): Categories {
    const byId = new Map(this.#byId)
    const owners = new Map(this.#owners)
    for (const id of ids) {
      const category = byId.get(id)
      if (!category?.isArchived) continue
      byId.set(id, { ...category, isArchived: false })
      owners.set(category.address, id)
    }
    return new Categories(byId, owners)
  }
}

/** Reads the categories that come with the shop, and those that have a record. */
export async function readCategories(db: Db): Promise<Categories> {
  const slugs = await listSlugsOfKind(db, 'category')
  const rows = await listContentRowsOfKind(db, PREFIX)
  const owners = new Map(slugs.map((row) => [row.slug, parseCategoryId(row.record_id) ?? '']))
  const addresses = new Map(
    slugs.flatMap(({ slug, record_id, is_current }) => (is_current ? [[record_id, slug]] : [])),
  )
  const byId = new Map<string, Category>()
  const former = new Set(slugs.flatMap(({ slug, is_current }) => (is_current ? [] : slug)))
  for (const recordId of DEFAULT_IDS) {
    const id = parseCategoryId(recordId)
    // A category that was deleted, or renamed before there were ids, has a former address and no record.
    if (id === undefined || former.has(id) || (owners.get(id) ?? id) !== id) continue
    byId.set(id, { id, address: id, name: categoryLabel(id), isArchived: false })
  }
  for (const row of rows) {
    const category = toCategory(row, addresses.get(row.id))
    byId.set(category.id, category)
  }
  return new Categories(byId, owners)
}

function toCategory({ id: recordId, body, archived }: ContentRecordRow, slug?: string): Category {
  const id = recordId.slice(PREFIX.length)
  const saved = JSON.parse(body) as { name?: unknown; zoom?: unknown }
  const name = String(saved.name ?? categoryLabel(id))
  const address = slug ?? (toAddress(name) || id)
  return { id, address, name, isArchived: archived === 1, zoom: saved.zoom }
}

/** Creates the categories that a file of a catalogue names by their addresses. */
export async function insertNewCategories(db: Db, ids: Iterable<string>): Promise<void> {
  const categories = await readCategories(db)
  for (const id of ids) {
    const recordId = toRecordId(id)
    if (categories.find(id) || !parseContentId(recordId)) continue
    const body = JSON.stringify(getDefaultContent(recordId))
    const state = { revision: 1, body, archived: 0 }
    if (!(await saveContentRow(db, { id: recordId, ...state, updated_at: 0 }))) continue
    await insertContentVersion(db, {
      record_id: recordId,
      ...state,
      action: 'create',
      editor_id: null,
      saved_at: 0,
      batch_id: null,
    })
    await ensureSlug(db, 'category', { slug: id, recordId })
  }
}
