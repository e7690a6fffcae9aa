import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
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
import { getLegalSettings } from '../../core/content/read-content.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { createTurns } from '../../core/turns.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { listLaunches } from '../launches/service.ts'
import { listBodies, loadContent } from '../save/load-content.ts'
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

interface Candidate {
  title: string
  isArchived: boolean
  /** Compared with the whole search alone: its letters are random. */
  id: string
  codes: string[]
  /** In rupees. */
  prices?: number[]
  texts: string[]
}

/** 0 for a code, 1 for a title, 2 for a part of a code, a price or another text; undefined for no match. */
function rank({ id, codes, prices, title, texts }: Candidate, lookup: Lookup): number | undefined {
  if (hasCode([id, ...codes], lookup)) return 0
  const inTitle = toLookupText(title)
  if (hasName(inTitle, lookup)) return 1
  if (lookup.amount !== undefined && prices?.includes(lookup.amount)) return 2
  if (codes.some((code) => hasName(toLookupText(code), lookup))) return 2
  const all = toLookupText([...codes, title, ...texts].join('\n'))
  if (hasWords(all, lookup)) return isNamed(inTitle, lookup) ? 1 : 2
  return undefined
}

/** 3 to 4, the more words it has the less; undefined where it has too few. */
function rankAlike({ codes, title, texts }: Candidate, lookup: Lookup): number | undefined {
  const inTitle = toLookupText(title)
  const all = toLookupText([...codes, title, ...texts].join('\n'))
  const share = countAlike(inTitle, all, lookup)
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
  const { id, title, isArchived, codes, texts } = candidate
  const inTitle = toLookupText(title)
  const words = lookup.forms.flatMap((form) => form.words)
  const missing = words.find((word) => !hasWord(inTitle, word))
  const excerpt = missing === undefined ? '' : toExcerpt([...codes, ...texts], missing)
  return [{ id, title, isArchived, excerpt, rank: found }]
}

/** Codes first, then titles, then other texts; each with what is on the site first. */
const inOrder = (matches: Match[]): FoundRecord[] =>
  matches
    .toSorted((a, b) => a.rank - b.rank || Number(a.isArchived) - Number(b.isArchived))
    .map(({ id, title, isArchived, excerpt }) => ({ id, title, isArchived, excerpt }))

/** By code, id, slug, title or a word of any field, also archived ones. */
async function matchProducts(db: Db, search: Search): Promise<Match[]> {
  const { lookup } = search
  const renamed = await listFormerSlugs(
    db,
    lookup.forms.flatMap(({ words }) => words),
  )
  const turn = createTurns()
  return readInChunks(
    await listAllProductIds(db),
    async (ids) => {
      const found: Match[] = []
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
    matches.push(...toMatch({ id, title, isArchived: archived, codes: [id], texts }, search))
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

/** Finds those that have the most of the words, also with a typing error: for a search that finds nothing. */
export async function findAlikeRecords(deps: Deps, query: string): Promise<FoundRecords> {
  const search = { lookup: parseLookup(query), rank: rankAlike }
  const products = await matchProducts(deps.db, search)
  const texts = await matchTexts(deps, search)
  const launches = await matchLaunches(deps, search)
  const best = Math.min(...[...products, ...texts, ...launches].map((match) => match.rank))
  const pick = (matches: Match[]) => inOrder(matches.filter((match) => match.rank === best))
  return { products: pick(products), texts: pick(texts), launches: pick(launches) }
}
