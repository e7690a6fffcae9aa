import { type ContentId, findContentIdOfPath, findOwnPath } from '#src/contract/content.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { NO_FILTERS, parseCategory } from '#src/rules/listing/listing.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { findContentRows, listFormerCategories } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { hasCategory, listRenamed } from '../../shop/catalog/queries.ts'
import { type Categories, listCategories } from './categories.ts'
import { listLiveSlugs } from './queries.ts'

/** A link in a record of content. */
export interface NamedLink {
  href: string
  /** The text that is pressed. */
  label: string
  /** Where it stands, e.g. `header.3.href`. */
  field: string
}

/** Pages that there are once other changes are live, and those that there are no more. */
export interface NextPages {
  added: ReadonlySet<string>
  removed: ReadonlySet<string>
}

const NO_CHANGE: NextPages = { added: new Set(), removed: new Set() }

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The links of a body: of menus and buttons, and in texts. */
export function listLinks(part: unknown, path = ''): NamedLink[] {
  if (Array.isArray(part))
    return part.flatMap((item: unknown, index) => listLinks(item, `${path}${index}.`))
  if (!isRecord(part)) return []
  const { href, link, list, label, button, title, text } = part
  const own = [
    ['href', toText(href), [label, button, title, text]],
    ['link', toText(link), [text]],
    ['list', toText(list), [title]],
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

/** The path and the query of a link to a page of the shop; undefined for any other one. */
function parseLink(href: string): URL | undefined {
  const url = href.startsWith('/') ? URL.parse(href, 'https://shop.invalid') : null
  return url ?? undefined
}

/** Files of the shop that are no pages. */
const OTHER_PATHS =
  /^\/(?:api|feeds|\.well-known|product\/[^/]+\.md|shop\/[^/]+\.md)\/?|\.(?:txt|xml|json)$/
const PAGES: readonly string[] = [...Object.values(paths), `${paths.wishlist}/shared`]

/** What is at a path: a page that is always there, or the name of what may be. */
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

/** Whether a link leads to the page of a product, also with a choice or an anchor. @param slugs that it has, or had. */
export function leadsToProduct(href: string, slugs: ReadonlySet<string>): boolean {
  const url = parseLink(href)
  if (!url) return false
  const { kind, name } = parsePath(url)
  return kind === 'product' && slugs.has(name)
}

/** Whether a link leads to the page of a record, or to one that is filtered by the record's category. */
export function leadsToRecord(href: string, id: ContentId): boolean {
  const url = parseLink(href)
  if (!url) return false
  const { kind, name } = parsePath(url)
  if (kind === 'record') return name === id
  return `category:${kind === 'shop' ? name : parseCategory(url.searchParams)}` === id
}

interface Pages {
  slugs: ReadonlySet<string>
  /** Records that have a page. */
  records: ReadonlySet<string>
  categories: Categories
  /** Categories with a piece. */
  filled: ReadonlySet<string>
  /** Former categories, whose addresses lead on. */
  former: ReadonlySet<string>
}

async function readPages(db: Db, urls: URL[]): Promise<Pages> {
  const parts = urls.map(parsePath)
  const listNames = (wanted: string) => [
    ...new Set(parts.flatMap(({ kind, name }) => (kind === wanted ? name : []))),
  ]
  const slugs = listNames('product')
  const filled: string[] = []
  for (const name of listNames('shop')) if (await hasCategory(db, name)) filled.push(name)
  const records = listNames('record')
  const rows = records.length > 0 ? await findContentRows(db, records) : []
  const shown = rows.filter(({ archived }) => archived === 0)
  return {
    slugs: new Set([
      ...(await listLiveSlugs(db, slugs)),
      ...(await listRenamed(db, slugs)).map(({ former }) => former),
    ]),
    records: new Set(shown.map(({ id }) => id)),
    categories: await listCategories(db),
    filled: new Set(filled),
    former: new Set((await listFormerCategories(db)).keys()),
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
        pages.filled.has(name) ||
        pages.former.has(name)
      )
    case 'page':
      return (
        category !== undefined &&
        category !== NO_FILTERS.category &&
        !added.has(`${paths.shop}/${category}`) &&
        !pages.categories.has(category) &&
        !pages.former.has(category)
      )
    default:
      return true
  }
}

/** The links that lead to no page of the shop. Those to other sites are not looked at. */
export async function findBrokenLinks(
  db: Db,
  links: NamedLink[],
  next = NO_CHANGE,
): Promise<NamedLink[]> {
  const parsed = links.flatMap((link) => {
    const url = parseLink(link.href)
    return url ? [{ link, url }] : []
  })
  if (parsed.length === 0) return []
  const pages = await readPages(
    db,
    parsed.map(({ url }) => url),
  )
  return parsed.flatMap(({ link, url }) => (isDead(url, pages, next) ? link : []))
}

/** The links of a body that the one before it has not. */
export function listNewLinks(body: unknown, before: unknown): NamedLink[] {
  const known = new Set(listLinks(before).map(({ href }) => href))
  return listLinks(body).filter(({ href }) => !known.has(href))
}

export const formatBrokenLink = ({ href, label }: NamedLink): string =>
  `“${label || href}” leads to ${href}, which is no page of the shop. Choose one that there is.`

/** @throws HttpError 400 for a link that leads nowhere and that the record does not have so far. */
export async function assertLinks(db: Db, body: unknown, before?: unknown): Promise<void> {
  const [broken] = await findBrokenLinks(db, listNewLinks(body, before))
  if (broken) throw new HttpError(400, formatBrokenLink(broken), { field: broken.field })
}
