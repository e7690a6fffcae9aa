import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { FoundRecord } from '#src/contract/studio-search.ts'
import { fillTokens } from '#src/rules/content-tokens.ts'
import { toRupees } from '#src/rules/money.ts'
import {
  countAlike,
  hasCode,
  hasName,
  hasWord,
  hasWords,
  isNamed,
  type Lookup,
  parseLookup,
  toLookupText,
} from '#src/rules/search/lookup.ts'
import { listCategoryWords } from '#src/rules/search/synonyms.ts'
import { getLegalSettings } from '../../core/content/read-content.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { createTurns } from '../../core/turns.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { listLaunches } from '../launches/service.ts'
import { listBodies, loadContent, parseId } from '../save/load-content.ts'
import { listAllProductIds } from '../save/queries.ts'
import { listFormerSlugs, listProductTexts } from './queries.ts'

/** Letters of an excerpt on each side of the word that was found. */
const EXCERPT_SIDE = 50

/** Every text and number of a body. */
function listTexts(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (typeof part === 'number') return [String(part)]
  if (typeof part !== 'object' || part === null) return []
  return Object.values(part).flatMap(listTexts)
}

/** The identifiers of an entry: SKU and barcode of each of its variants. */
function listCodes(detail: { variants?: { sku?: string; barcode?: string }[] }): string[] {
  return (detail.variants ?? []).flatMap(({ sku, barcode }) => [sku ?? '', barcode ?? ''])
}

/** The price of an entry, its list price, and those of its variants. */
const listPrices = (
  price: number,
  { listPrice, variants = [] }: { listPrice?: number; variants?: { price?: number }[] },
): number[] =>
  [price, listPrice, ...variants.map((row) => row.price)].filter((found) => found !== undefined)

export function toExcerpt(texts: string[], word: string): string {
  for (const text of texts) {
    const line = text.replace(/\s+/g, ' ').trim()
    // In the form in which it is compared, a letter may have another length; the position is that of most texts.
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
  /** Compared with the whole search alone: its letters are random. */
  id: string
  codes: string[]
  /** In rupees. */
  prices?: number[]
  texts: string[]
  /** Other words for what it is, which no page shows. */
  aliases?: string[]
  /** The labels of its fields. */
  labels?: string[]
}

const joinTexts = ({ codes, title, texts, aliases = [] }: Candidate): string =>
  toLookupText([...codes, title, ...texts, ...aliases].join('\n'))

/**
 * 0 for a code, 1 for a title, 2 for a part of a code, a price or another text, 3 for the label of a field; undefined
 * for no match.
 */
function rank(candidate: Candidate, lookup: Lookup): number | undefined {
  const { id, codes, prices, title, labels = [] } = candidate
  if (hasCode([id, ...codes], lookup)) return 0
  const inTitle = toLookupText(title)
  if (hasName(inTitle, lookup)) return 1
  if (lookup.amount !== undefined && prices?.includes(lookup.amount)) return 2
  if (codes.some((code) => hasName(toLookupText(code), lookup))) return 2
  if (hasWords(joinTexts(candidate), lookup)) return isNamed(inTitle, lookup) ? 1 : 2
  return labels.some((label) => hasWords(toLookupText(label), lookup)) ? 3 : undefined
}

/** 3 to 4, the more words it has the less; undefined where it has too few. */
function rankAlike(candidate: Candidate, lookup: Lookup): number | undefined {
  const inTitle = toLookupText(candidate.title)
  const share = countAlike(inTitle, joinTexts(candidate), lookup)
  if (share === 0) return undefined
  return 4 - (isNamed(inTitle, lookup) ? 1 : share)
}

interface Search {
  lookup: Lookup
  /** @returns undefined for no match. */
  rank: typeof rank
}

type Match = FoundRecord & { rank: number }

function toMatch(candidate: Candidate, { lookup, rank }: Search): Match[] {
  const found = rank(candidate, lookup)
  if (found === undefined) return []
  const { id, title, isArchived, codes, texts, labels = [] } = candidate
  const inTitle = toLookupText(title)
  const words = lookup.forms.flatMap((form) => form.words)
  const missing = words.find((word) => !hasWord(inTitle, word))
  const excerpt = missing === undefined ? '' : toExcerpt([...codes, ...texts, ...labels], missing)
  return [{ id, title, isArchived, excerpt, rank: found }]
}

/** Codes first, then titles, then other texts; each with what is on the site first. */
const inOrder = (matches: Match[]): FoundRecord[] =>
  matches
    .toSorted((a, b) => a.rank - b.rank || Number(a.isArchived) - Number(b.isArchived))
    .map(({ id, title, isArchived, excerpt }) => ({ id, title, isArchived, excerpt }))

/** By code, id, slug, title or a word of any field, also archived ones. */
async function matchProducts(db: Db, search: Search): Promise<Match[]> {
  const turn = createTurns()
  return readInChunks(
    await listAllProductIds(db),
    async (ids) => {
      const found: Match[] = []
      const renamed = await listFormerSlugs(db, ids)
      for (const { detail, archived_at, ...row } of await listProductTexts(db, ids)) {
        await turn()
        // Slugs of other products say nothing of this one.
        const { related: _, ...entry } = JSON.parse(detail)
        const candidate = {
          id: row.id,
          title: row.title,
          isArchived: archived_at !== null,
          codes: [row.slug, ...(renamed.get(row.id) ?? []), ...listCodes(entry)],
          prices: listPrices(toRupees(row.price_paise), entry),
          texts: [row.category, ...listTexts(entry)],
          aliases: listCategoryWords(row.category),
        }
        found.push(...toMatch(candidate, search))
      }
      return found
    },
    PRODUCTS_PER_STATEMENT,
  )
}

/** By id, title or a word of their texts as pages show them, also archived ones. */
async function matchTexts({ db, env }: Deps, search: Search): Promise<Match[]> {
  const facts = (await loadContent(db, 'facts')).body as Facts
  const tokens = toTokens(getLegalSettings(env, await keepsOrders({ env, db })), facts)
  const turn = createTurns()
  const matches: Match[] = []
  for (const { id, title, archived, body } of await listBodies(db)) {
    await turn()
    const texts = listTexts(fillTokens(body, tokens))
    const labels = listLabels(CONTENT_KINDS[parseId(id).kind].fields)
    matches.push(
      ...toMatch({ id, title, isArchived: archived, codes: [id], texts, labels }, search),
    )
  }
  return matches
}

/** By a word of their name. */
async function matchLaunches(deps: Deps, search: Search): Promise<Match[]> {
  const { launches } = await listLaunches(deps)
  return launches.flatMap(({ id, name }) =>
    toMatch({ id, title: name, isArchived: false, codes: [], texts: [] }, search),
  )
}

interface FoundRecords {
  products: FoundRecord[]
  texts: FoundRecord[]
  launches: FoundRecord[]
}

/** Finds products and records of content, also archived ones, and launches. */
export async function findRecords(deps: Deps, query: string): Promise<FoundRecords> {
  const search = { lookup: parseLookup(query), rank }
  return {
    products: inOrder(await matchProducts(deps.db, search)),
    texts: inOrder(await matchTexts(deps, search)),
    launches: inOrder(await matchLaunches(deps, search)),
  }
}

/** Records of the rules of the search: they have the words that shoppers type, and are about none of them. */
const isSearchRule = ({ id }: FoundRecord): boolean => id.startsWith('search-')

/** The rank that products need where texts have each word: two of three. */
const MOSTLY_ALIKE = 4 - 0.6

/**
 * Adds to a search that finds no product those that have the most of the words, also with a typing error: a text that
 * has the words may not be what was meant. Where no text has them, texts and launches are added, too.
 * @param isWritten whether a message or a review has the words.
 */
export async function addAlikeRecords(
  deps: Deps,
  query: string,
  exact: FoundRecords,
  isWritten: boolean,
): Promise<FoundRecords> {
  const search = { lookup: parseLookup(query), rank: rankAlike }
  const products = await matchProducts(deps.db, search)
  const { texts: found, launches: named } = exact
  if (isWritten || named.length > 0 || found.some((record) => !isSearchRule(record)))
    return { ...exact, products: pickBest(products, MOSTLY_ALIKE) }
  const texts = await matchTexts(deps, search)
  const launches = await matchLaunches(deps, search)
  const best = Math.min(...[...products, ...texts, ...launches].map((match) => match.rank))
  const alike = pickBest(texts, best).filter(
    ({ id }) => !exact.texts.some((record) => record.id === id),
  )
  return {
    products: pickBest(products, best),
    texts: [...alike, ...exact.texts],
    launches: pickBest(launches, best),
  }
}

/** @returns those of the lowest rank, unless it is above a limit. */
function pickBest(matches: Match[], limit: number): FoundRecord[] {
  const best = Math.min(limit, ...matches.map((match) => match.rank))
  return inOrder(matches.filter((match) => match.rank === best))
}
