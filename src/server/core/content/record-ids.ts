import { hash } from 'node:crypto'
import { parseContentId } from '#src/contract/content.ts'
import type { ContentFields, ContentFieldType } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { parseCategory } from '#src/rules/listing/listing.ts'
import { categoryOfPath, productPath, shopPagePath } from '#src/rules/paths.ts'
import type { Db } from '../db/schema.ts'
import { listCurrentSlugs, listSlugs } from '../slugs/queries.ts'
import { type Categories, readCategories } from './categories.ts'

// Records are stored with the ids of the products and categories that they name, and shown with addresses and names.

type Body = Record<string, unknown>

/** Maps the names of other records in a body. */
interface Names {
  toProduct: (name: string) => string
  toCategory: (name: string) => string
  /** Maps the label of a link to a category. @param name of the category before the mapping. */
  toLabel: (label: string, name: string) => string
}

type FieldTypes = Record<string, { type: ContentFieldType; fields?: ContentFields }>

/** The fields of a product that name other records. */
const PRODUCT_FIELDS: FieldTypes = {
  category: { type: 'category' },
  related: { type: 'products' },
}

const getFields = (id: string): FieldTypes => {
  const { kind } = parseContentId(id) ?? {}
  return kind ? CONTENT_KINDS[kind].fields : PRODUCT_FIELDS
}

/** Returns a copy of a body whose fields name records in another way, each product once. */
function mapFields(fields: FieldTypes, body: Body, names: Names): Body {
  const map = (value: unknown, { type, fields: inner = {} }: FieldTypes[string]): unknown => {
    if (type === 'products' && Array.isArray(value)) return [...new Set(value.map(names.toProduct))]
    if (type === 'category' && typeof value === 'string')
      return value === '' ? '' : names.toCategory(value)
    if (type === 'list' && Array.isArray(value))
      return value.map((item: Body) => mapFields(inner, item, names))
    return type === 'group' && isRecord(value) ? mapFields(inner, value, names) : value
  }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = fields[name]
      return [name, field ? map(value, field) : value]
    }),
  )
}

/** Fields with an address, in any part of a body. */
const LINKS = new Set(['href', 'link', 'list'])
const PRODUCT_LINK = /^\/product\/([a-z0-9]+(?:-[a-z0-9]+)*)(?=[/?#]|$)/
const CATEGORY_LINK = /^\/shop\/(?=[^/?#]*[a-z])([a-z0-9-]+)(?=[/?#]|$)/
const CATEGORY_QUERY = /^(\/[^#]*[?&]category=)([^&#]+)/

/** Finds the category that a link leads to or filters by. */
export function findLinkedCategory(href: unknown): string | undefined {
  if (typeof href !== 'string' || !href.startsWith('/')) return undefined
  const url = URL.parse(href, 'https://shop.invalid')
  return url ? categoryOfPath(url.pathname) || parseCategory(url.searchParams) : undefined
}

const decodeText = (text: string): string => new URLSearchParams(`text=${text}`).get('text') ?? ''

/** Returns a copy of a body whose links name records in another way. */
function mapLinks(part: unknown, names: Names): unknown {
  if (Array.isArray(part)) return part.map((item) => mapLinks(item, names))
  if (!isRecord(part)) return part
  const category = findLinkedCategory(part['href'])
  const toLink = (href: string): string =>
    href
      .replace(PRODUCT_LINK, (_, named: string) => productPath(names.toProduct(named)))
      .replace(CATEGORY_LINK, (_, named: string) => shopPagePath(1, names.toCategory(named)))
      .replace(CATEGORY_QUERY, (query, before: string, typed: string) => {
        const named = parseCategory(new URLSearchParams({ category: decodeText(typed) }))
        return named ? before + names.toCategory(named) : query
      })
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (typeof value !== 'string') return [name, mapLinks(value, names)]
      if (name === 'label' && category) return [name, names.toLabel(value, category)]
      return [name, LINKS.has(name) ? toLink(value) : value]
    }),
  )
}

function mapNames(id: string, body: Body, names: Names): Body {
  const mapped = mapFields(getFields(id), body, names)
  // A product has no links.
  return parseContentId(id) ? (mapLinks(mapped, names) as Body) : mapped
}

/** Lists the products and categories that a body names or links to. They are stored by ids and shown by addresses. */
export function listNamed(id: string, body: Body) {
  const products = new Set<string>()
  const categories = new Set<string>()
  mapNames(id, body, {
    toProduct: (name) => {
      products.add(name)
      return name
    },
    toCategory: (name) => {
      categories.add(name)
      return name
    },
    toLabel: (label) => label,
  })
  return { products, categories }
}

/** Finds the ids of the products that have or had these slugs, by slug. */
async function findIdsBySlug(db: Db, slugs: string[]): Promise<Map<string, string>> {
  const rows = await listSlugs(db, 'product', slugs)
  return new Map(
    rows.flatMap(({ slug, record_id, launch_id }) =>
      launch_id === null ? [[slug, record_id]] : [],
    ),
  )
}

/** Names of a change that are not saved yet. */
export interface NextNames {
  /** Slugs of products, by id. */
  slugs?: ReadonlyMap<string, string>
  /** Ids of products, by their new slugs. */
  ids?: ReadonlyMap<string, string>
  categories?: Categories
}

/** Returns a body as it is stored, with the ids of the records that it names. An unknown address stays as it is. */
export async function toStored<Stored extends object>(
  db: Db,
  id: string,
  body: Stored,
  next: NextNames = {},
): Promise<Stored> {
  const [stored = body] = await toStoredBodies(db, [{ id, body: body as Body }], next)
  return stored as Stored
}

/** Does the same for several bodies. */
export async function toStoredBodies(
  db: Db,
  records: readonly { id: string; body: Body }[],
  next: NextNames = {},
): Promise<Body[]> {
  const named = records.map(({ id, body }) => listNamed(id, body))
  const ids = await findIdsBySlug(
    db,
    named.flatMap(({ products }) => [...products]),
  )
  const hasCategories = named.some(({ categories }) => categories.size > 0)
  const categories = hasCategories ? (next.categories ?? (await readCategories(db))) : undefined
  const toCategory = (address: string): string => categories?.toId(address) ?? address
  const names: Names = {
    toProduct: (slug) => next.ids?.get(slug) ?? ids.get(slug) ?? slug,
    toCategory,
    // A label that is the name of its category follows it.
    toLabel: (label, address) => {
      const category = categories?.find(toCategory(address))
      return label === category?.name ? categoryLabel(category.id) : label
    },
  }
  return records.map(({ id, body }) => mapNames(id, body, names))
}

/** Returns stored bodies with current addresses and names. Versions from before ids have the addresses of that time. */
export async function toShown<Stored extends { id: string; body: Body }>(
  db: Db,
  records: readonly Stored[],
  next: NextNames = {},
): Promise<Stored[]> {
  const all = records.map(({ id, body }) => listNamed(id, body))
  const named = all.flatMap(({ products }) => [...products])
  const hasCategories = all.some(({ categories }) => categories.size > 0)
  if (named.length === 0 && !hasCategories) return [...records]
  const ids = await findIdsBySlug(db, named)
  const current = await listCurrentSlugs(db, [...named, ...ids.values()])
  const categories = hasCategories ? (next.categories ?? (await readCategories(db))) : undefined
  const names: Names = {
    toProduct: (name) => {
      const id = current.has(name) ? name : (ids.get(name) ?? name)
      return next.slugs?.get(id) ?? current.get(id) ?? name
    },
    toCategory: (name) => categories?.toAddress(name) ?? name,
    toLabel: (label, name) => {
      if (label !== categoryLabel(name)) return label
      return categories?.findByAddress(categories.toAddress(name))?.name ?? label
    },
  }
  return records.map((record) => ({ ...record, body: mapNames(record.id, record.body, names) }))
}

/** Returns a part of the version of a record, made of the addresses and names that it shows. */
export function toNamesVersion(id: string, shown: Body): string {
  const { products, categories } = listNamed(id, shown)
  if (products.size + categories.size === 0) return ''
  return `.${hash('sha256', JSON.stringify(shown), 'hex').slice(0, 12)}`
}
