import { type ContentId, findContentIdOfPath, findOwnPath } from '#src/contract/content.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { NO_FILTERS, parseCategory } from '#src/rules/listing/listing.ts'
import { categoryPath, paths, productPath } from '#src/rules/paths.ts'
import { type Categories, parseCategoryId, readCategories } from '../../core/content/categories.ts'
import { findContentRows } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { listFormerCategories, listRenamed } from '../../core/slugs/queries.ts'
import { hasCategory } from '../../shop/catalog/queries.ts'
import { listLiveSlugs } from './queries.ts'

export interface NamedLink {
  href: string
  /** The visible text of the link. */
  label: string
  /** Path of the field, e.g. `header.3.href`. */
  field: string
}

/** Pages that other changes will add or remove. */
export interface NextPages {
  added: ReadonlySet<string>
  removed: ReadonlySet<string>
}

const NO_CHANGE: NextPages = { added: new Set(), removed: new Set() }

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Lists the links of a body: in menus, buttons and texts, and to categories that its fields name. */
export function listLinks(part: unknown, path = ''): NamedLink[] {
  if (Array.isArray(part))
    return part.flatMap((item: unknown, index) => listLinks(item, `${path}${index}.`))
  if (!isRecord(part)) return []
  const { href, link, list, category, label, button, title, text } = part
  const own = [
    ['href', toText(href), [label, button, title, text]],
    ['link', toText(link), [text]],
    ['list', toText(list), [title]],
    ['category', category ? categoryPath(toText(category)) : '', [category]],
  ] as const
  return [
    ...own.flatMap(([name, target, texts]) =>
      target === ''
        ? []
        : [{ href: target, label: texts.map(toText).find(Boolean) ?? '', field: path + name }],
    ),
    ...Object.entries(part).flatMap(([name, value]) => listLinks(value, `${path}${name}.`)),
  ]
}

/** Parses a link to a page of the shop; undefined for any other link. */
function parseLink(href: string): URL | undefined {
  const url = href.startsWith('/') ? URL.parse(href, 'https://shop.invalid') : null
  return url ?? undefined
}

/** Files of the shop that are not pages. */
const OTHER_PATHS =
  /^\/(?:api|feeds|\.well-known|product\/[^/]+\.md|shop\/[^/]+\.md)\/?|\.(?:txt|xml|json)$/
const PAGES: readonly string[] = [...Object.values(paths), `${paths.wishlist}/shared`]

/** Classifies a path: a fixed page, or the name of a product, category or record that may exist. */
function parsePath({ pathname }: URL): { kind: string; name: string } {
  const path = pathname.replace(/(?<=.)\/$/, '')
  if (PAGES.includes(path) || OTHER_PATHS.test(path)) return { kind: 'page', name: path }
  const record = findContentIdOfPath(path)
  if (record && findOwnPath(record)) return { kind: 'record', name: record }
  const [, kind = '', name = '', rest = ''] = /^\/([a-z]+)\/([^/]+)(?:\/(\d+))?$/.exec(path) ?? []
  if (kind === 'shop' && /^\d+$/.test(name)) return { kind: 'page', name: path }
  const isKnown = kind === 'shop' || (kind === 'product' && !rest)
  return isKnown ? { kind, name } : { kind: 'none', name: path }
}

/**
 * Returns whether a link leads to a product page, also with a choice or an anchor.
 * @param slugs current and former slugs of the product.
 */
export function leadsToProduct(href: string, slugs: ReadonlySet<string>): boolean {
  const url = parseLink(href)
  if (!url) return false
  const { kind, name } = parsePath(url)
  return kind === 'product' && slugs.has(name)
}

/**
 * Returns whether a link leads to the page of a record, or to a page filtered by its category.
 * @param slug of the record.
 */
export function leadsToRecord(href: string, id: ContentId, slug: string): boolean {
  const url = parseLink(href)
  if (!url) return false
  const { kind, name } = parsePath(url)
  if (kind === 'record') return name === id
  const category = kind === 'shop' ? name : parseCategory(url.searchParams)
  return parseCategoryId(id) !== undefined && category === slug
}

interface Pages {
  slugs: ReadonlySet<string>
  /** Records that have a page. */
  records: ReadonlySet<string>
  categories: Categories
  /** Categories with at least one product. */
  nonEmpty: ReadonlySet<string>
  /** Former addresses of categories that redirect. */
  former: ReadonlySet<string>
}

/** Lists former category addresses that redirect to a page other than the whole shop. */
async function readFormerCategories(
  db: Db,
  categories: Categories,
  allowsArchived: boolean,
): Promise<ReadonlySet<string>> {
  const former = [...(await listFormerCategories(db))]
  return new Set(
    former.flatMap(([address, current]) => {
      const isArchived = categories.findByAddress(address)?.isArchived === true
      return current !== null && (allowsArchived || !isArchived) ? address : []
    }),
  )
}

async function readPages(db: Db, urls: URL[], allowsArchived: boolean): Promise<Pages> {
  const parts = urls.map(parsePath)
  const listNames = (wanted: string) => [
    ...new Set(parts.flatMap(({ kind, name }) => (kind === wanted ? name : []))),
  ]
  const slugs = listNames('product')
  const filled: string[] = []
  const categories = await readCategories(db)
  for (const name of listNames('shop')) {
    const category = categories.findByAddress(name)
    if (category && (await hasCategory(db, category.id))) filled.push(name)
  }
  const records = listNames('record')
  const rows = records.length > 0 ? await findContentRows(db, records) : []
  const shown = rows.filter(({ archived }) => archived === 0)
  return {
    slugs: new Set([
      ...(await listLiveSlugs(db, slugs)),
      ...(await listRenamed(db, slugs)).map(({ former }) => former),
    ]),
    records: new Set(shown.map(({ id }) => id)),
    categories,
    nonEmpty: new Set(filled),
    former: await readFormerCategories(db, categories, allowsArchived),
  }
}

function isDead(url: URL, pages: Pages, { added, removed }: NextPages): boolean {
  const { kind, name } = parsePath(url)
  const path = kind === 'product' ? productPath(name) : (findOwnPath(name) ?? '')
  const category = parseCategory(url.searchParams)
  switch (kind) {
    case 'product':
      return removed.has(path) || !(added.has(path) || pages.slugs.has(name))
    case 'record':
      return removed.has(path) || !(added.has(path) || pages.records.has(name))
    case 'shop':
      return !(
        added.has(`${paths.shop}/${name}`) ||
        pages.nonEmpty.has(name) ||
        pages.former.has(name)
      )
    case 'page':
      return (
        category !== undefined &&
        category !== NO_FILTERS.category &&
        !added.has(`${paths.shop}/${category}`) &&
        pages.categories.findByAddress(category)?.isArchived !== false &&
        !pages.former.has(category)
      )
    default:
      return true
  }
}

/**
 * Returns the links that lead to no page of the shop. Links to other sites are not checked.
 * @param allowsArchived whether a link may lead to an archived category, whose address redirects.
 */
export async function findBrokenLinks(
  db: Db,
  links: NamedLink[],
  next = NO_CHANGE,
  allowsArchived = true,
): Promise<NamedLink[]> {
  const parsed = links.flatMap((link) => {
    const url = parseLink(link.href)
    return url ? [{ link, url }] : []
  })
  if (parsed.length === 0) return []
  const pages = await readPages(
    db,
    parsed.map(({ url }) => url),
    allowsArchived,
  )
  return parsed.flatMap(({ link, url }) => (isDead(url, pages, next) ? link : []))
}

/** Lists the links of a body that its previous version does not have. */
export function listNewLinks(body: unknown, before: unknown): NamedLink[] {
  const hrefsBefore = new Set(listLinks(before).map(({ href }) => href))
  return listLinks(body).filter(({ href }) => !hrefsBefore.has(href))
}

export const formatBrokenLink = ({ href, label }: NamedLink): string =>
  `“${label || href}” leads to ${href}, which is not a page of the shop. Choose an existing page.`

/** @throws HttpError 400 for a new link that leads to no page. */
export async function assertLinks(db: Db, body: unknown, before?: unknown): Promise<void> {
  const [broken] = await findBrokenLinks(db, listNewLinks(body, before))
  if (broken) throw new HttpError(400, formatBrokenLink(broken), { field: broken.field })
}
