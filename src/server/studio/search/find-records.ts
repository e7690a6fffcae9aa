import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { FoundRecord } from '#src/contract/studio-search.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import {
  hasName,
  hasWord,
  hasWords,
  isNamed,
  type Lookup,
  parseLookup,
  toCompact,
  toLookupCode,
  toLookupText,
} from '#src/editing/lookup.ts'
import { toRupees } from '#src/rules/money.ts'
import { listCategoryWords } from '#src/rules/search/synonyms.ts'
import { readCategories } from '../../core/content/categories.ts'
import { getLegalSettings } from '../../core/content/read-content.ts'
import { SEARCHED_ROWS, scanNewest } from '../../core/db/scan-newest.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listFormerSlugsOf } from '../../core/slugs/queries.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { listLaunches } from '../launches/service.ts'
import { loadCovered } from '../save/change.ts'
import { listBodies, loadContent, parseId } from '../save/load-content.ts'
import { readVersion } from '../save/queries.ts'
import { listIdsByCode, listProductSummaries, listProductTexts } from './queries.ts'

/** Characters of an excerpt on each side of the match. */
const EXCERPT_SIDE = 50

/** Lists all texts and numbers of a body. */
function listTexts(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (typeof part === 'number') return [String(part)]
  if (typeof part !== 'object' || part === null) return []
  return Object.values(part).flatMap(listTexts)
}

/** Lists SKU and barcode of each variant. */
function listCodes(detail: { variants?: { sku?: string; barcode?: string }[] }): string[] {
  return (detail.variants ?? []).flatMap(({ sku, barcode }) => [sku ?? '', barcode ?? ''])
}

/** Lists all prices of an entry and its variants. */
const listPrices = (
  price: number,
  { listPrice, variants = [] }: { listPrice?: number; variants?: { price?: number }[] },
): number[] =>
  [price, listPrice, ...variants.map((row) => row.price)].filter((found) => found !== undefined)

export function toExcerpt(texts: string[], word: string): string {
  for (const text of texts) {
    const line = text.replace(/\s+/g, ' ').trim()
    // Folding may change the length of a text, so the position is approximate.
    const position = toLookupText(line).indexOf(word)
    if (position < 0) continue
    const start = Math.max(0, position - EXCERPT_SIDE)
    const end = position + word.length + EXCERPT_SIDE
    const isCut = [start > 0, end < line.length]
    return `${isCut[0] ? '…' : ''}${line.slice(start, end).trim()}${isCut[1] ? '…' : ''}`
  }
  return ''
}

const listLabels = (fields: ContentFields): string[] =>
  Object.values(fields).flatMap(({ label, fields: inner = {} }) => [label, ...listLabels(inner)])

interface Candidate {
  title: string
  isArchived: boolean
  /** Compared only with the whole search, because its characters are random. */
  id: string
  codes: string[]
  /** In rupees. */
  prices?: number[]
  texts: string[]
  /** Synonyms that no page shows. */
  aliases?: string[]
  labels?: string[]
}

/** A candidate with folded texts for comparison. */
interface Searchable extends Candidate {
  key: string
  folded: {
    title: string
    /** The title without spaces and hyphens. */
    compact: string
    codes: string[]
    /** The id and the codes, for comparison with the whole search. */
    codeKeys: string[]
    all: string
    labels: string[]
  }
}

/**
 * Folds a candidate.
 * @param key identifies this version of the record.
 */
function toSearchable(candidate: Candidate, key = candidate.id): Searchable {
  const { id, codes, title, texts, aliases = [], labels = [] } = candidate
  const folded = {
    title: toLookupText(title),
    compact: toCompact(title),
    codes: codes.map(toLookupText),
    codeKeys: [id, ...codes].map(toLookupCode),
    all: toLookupText([...codes, title, ...texts, ...aliases].join('\n')),
    labels: labels.map(toLookupText),
  }
  return { ...candidate, key, folded }
}

/**
 * Ranks a match: 0 for a code, 1 for a title, 2 for a part of a code, a price or another text, 3
 * for a field label. Undefined for no match.
 */
function rank({ prices, folded }: Searchable, lookup: Lookup): number | undefined {
  const { title, compact, codes, codeKeys, all, labels } = folded
  if (codeKeys.some((key) => lookup.codes.has(key))) return 0
  if (hasName(title, lookup, () => compact)) return 1
  if (lookup.amount !== undefined && prices?.includes(lookup.amount)) return 2
  if (codes.some((code) => hasName(code, lookup))) return 2
  if (isNamed(title, lookup)) return hasWords(all, lookup) ? 1 : 2
  if (hasWords(all, lookup)) return 2
  return labels.some((label) => hasWords(label, lookup)) ? 3 : undefined
}

type Match = FoundRecord & { rank: number }

function toMatch(candidate: Searchable, rank: number, lookup: Lookup): Match {
  const { id, title, isArchived, codes, texts, labels = [], folded } = candidate
  const words = lookup.forms.flatMap((form) => form.words)
  const missing = words.find((word) => !hasWord(folded.title, word))
  const excerpt = missing === undefined ? '' : toExcerpt([...codes, ...texts, ...labels], missing)
  return { id, title, isArchived, excerpt, rank }
}

const matchAll = (candidates: readonly Searchable[], lookup: Lookup): Match[] =>
  candidates.flatMap((candidate) => {
    const found = rank(candidate, lookup)
    return found === undefined ? [] : [toMatch(candidate, found, lookup)]
  })

/** Sorts by rank. Within a rank, records on the site come first. */
const sortMatches = (matches: Match[]): FoundRecord[] =>
  matches
    .toSorted((a, b) => a.rank - b.rank || Number(a.isArchived) - Number(b.isArchived))
    .map(({ id, title, isArchived, excerpt }) => ({ id, title, isArchived, excerpt }))

/** Folded records, valid for one version of the tables. */
interface FoldedRecords {
  version: string
  candidates: Searchable[]
}

const NOT_FOLDED: FoldedRecords = { version: '', candidates: [] }

const NO_TITLES: ReadonlyMap<string, string> = new Map()

/**
 * Folds all products by code, id, slug, title and price, and the most recently changed ones with
 * all fields, without live launches. A product of the same revision is not folded again.
 */
async function foldProducts(
  db: Db,
  before: FoldedRecords,
  signal: AbortSignal,
): Promise<FoldedRecords> {
  // The name of a category is a text of its products.
  const version = `${await readVersion(db, 'product')} ${await readVersion(db, 'content_record')}`
  if (version === before.version) return before
  const categories = await readCategories(db)
  const withAddress = <Row extends ProductSummary>(row: Row): Row => ({
    ...row,
    category: categories.toAddress(row.category),
  })
  const covered = await loadCovered(db)
  const toBase = <Row extends ProductSummary>(row: Row) => covered.get(row.id)?.row ?? row
  const rows = (await listProductSummaries(db)).map(toBase).map(withAddress)
  const newest = rows.toSorted((a, b) => b.updated_at - a.updated_at).slice(0, SEARCHED_ROWS)
  const withTexts = new Set(newest.map(({ id }) => id))
  const foldedByKey = new Map(before.candidates.map((candidate) => [candidate.key, candidate]))
  const toKey = ({ id, revision, category }: ProductSummary) =>
    `${id} ${revision} ${category} ${withTexts.has(id)}`
  const unread = newest.filter((row) => !foldedByKey.has(toKey(row))).map(({ id }) => id)
  const listFolded = async (ids: string[]) => {
    const renamed = await listFormerSlugsOf(db, ids)
    return (await listProductTexts(db, ids))
      .map(toBase)
      .map(withAddress)
      .map((row) => toSearchable(toCandidate(row, renamed.get(row.id)), toKey(row)))
  }
  for (const candidate of await scanNewest(unread, listFolded, { signal }))
    foldedByKey.set(candidate.key, candidate)
  const candidates = rows.map(
    (row) => foldedByKey.get(toKey(row)) ?? toSearchable(toCandidate(row), toKey(row)),
  )
  return { version, candidates }
}

type ProductSummary = Awaited<ReturnType<typeof listProductSummaries>>[number]

/**
 * Makes a candidate.
 * @param row with or without `detail`.
 */
function toCandidate(
  row: ProductSummary & { detail?: string },
  formerSlugs: string[] = [],
): Candidate {
  // Slugs of related products do not describe this one.
  const { related: _, ...entry } = JSON.parse(row.detail ?? '{}')
  return {
    id: row.id,
    title: row.title,
    isArchived: row.archived_at !== null,
    codes: [row.slug, ...formerSlugs, ...listCodes(entry)],
    prices: listPrices(toRupees(row.price_paise), entry),
    texts: [row.category, ...listTexts(entry)],
    aliases: listCategoryWords(row.category),
  }
}

/** Folds all content records by id, title and the texts that pages show. */
async function foldTexts(
  { db, env }: Deps,
  before: FoldedRecords,
  signal: AbortSignal,
): Promise<FoldedRecords> {
  const takesOrders = await keepsOrders({ env, db })
  const version = `${takesOrders} ${await readVersion(db, 'content_record')}`
  if (version === before.version) return before
  const facts = (await loadContent(db, 'facts')).body as Facts
  const tokens = toTokens(getLegalSettings(env, takesOrders), facts)
  const candidates: Searchable[] = []
  for (const { id, title, archived, body } of await listBodies(db)) {
    signal.throwIfAborted()
    const texts = listTexts(fillTokens(body, tokens))
    const labels = listLabels(CONTENT_KINDS[parseId(id).kind].fields)
    candidates.push(toSearchable({ id, title, isArchived: archived, codes: [id], texts, labels }))
  }
  return { version, candidates }
}

/** Finds launches by their name. */
async function matchLaunches(deps: Deps, lookup: Lookup): Promise<Match[]> {
  const { launches } = await listLaunches(deps)
  const candidates = launches.map(({ id, name }) =>
    toSearchable({ id, title: name, isArchived: false, codes: [], texts: [] }),
  )
  return matchAll(candidates, lookup)
}

type FoundRecords = Record<'products' | 'texts' | 'launches', FoundRecord[]> & {
  /** Titles of all products, by id. */
  titles: ReadonlyMap<string, string>
}

/** Finds products and content records, including archived ones, and launches. */
export function createRecordSearch(deps: Deps) {
  let products = NOT_FOLDED
  let texts = NOT_FOLDED
  let titles = NO_TITLES
  return async (query: string, signal: AbortSignal): Promise<FoundRecords> => {
    const lookup = parseLookup(query)
    const former = products
    products = await foldProducts(deps.db, former, signal)
    if (products !== former)
      titles = new Map(products.candidates.map(({ id, title }) => [id, title]))
    texts = await foldTexts(deps, texts, signal)
    return {
      products: sortMatches(await matchProducts(deps.db, products, lookup)),
      texts: sortMatches(matchAll(texts.candidates, lookup)),
      launches: sortMatches(await matchLaunches(deps, lookup)),
      titles,
    }
  }
}

/** Matches candidates, and finds products by SKU or barcode that are folded without details. */
async function matchProducts(
  db: Db,
  { candidates }: FoldedRecords,
  lookup: Lookup,
): Promise<Match[]> {
  const found = matchAll(candidates, lookup)
  const codes = lookup.forms.flatMap(({ compact, words }) => [compact, words.join(' ')])
  const coded = new Set(await listIdsByCode(db, codes))
  for (const { id } of found) coded.delete(id)
  const others = candidates.filter(({ id }) => coded.has(id))
  return [...others.map((other) => toMatch(other, 0, lookup)), ...found]
}
