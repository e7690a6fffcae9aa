import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
import type { FoundRecord } from '#src/contract/studio-search.ts'
import { fillTokens } from '#src/rules/content-tokens.ts'
import { toRupees } from '#src/rules/money.ts'
import { foldText } from '#src/rules/search/search-query.ts'
import { getLegalSettings } from '../../core/content/read-content.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { createTurns } from '../../core/turns.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { listBodies, loadContent } from '../save/content-service.ts'
import { listAllProductIds } from '../save/queries.ts'
import { listProductTexts } from './queries.ts'

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

const normalize = (text: string): string => foldText(text).replace(/\s+/g, ' ').trim()

function toExcerpt(texts: string[], word: string): string {
  for (const text of texts) {
    const line = text.replace(/\s+/g, ' ').trim()
    // Folded, a letter may have another length; the position is that of most texts.
    const position = foldText(line).indexOf(word)
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
  texts: string[]
}

/** 0 for a code, 1 for a title, 2 for another text; undefined for no match. */
function rank({ id, codes, title, texts }: Candidate, search: string, words: string[]) {
  if ([id, ...codes].some((code) => normalize(code) === search)) return 0
  const folded = normalize(title)
  if (words.every((word) => folded.includes(word))) return 1
  const all = normalize([...codes, title, ...texts].join('\n'))
  return words.every((word) => all.includes(word)) ? 2 : undefined
}

type Match = FoundRecord & { rank: number }

function toMatch(candidate: Candidate, search: string, words: string[]): Match[] {
  const found = rank(candidate, search, words)
  if (found === undefined) return []
  const { id, title, isArchived, codes, texts } = candidate
  const missing = words.find((word) => !normalize(title).includes(word))
  const excerpt = missing === undefined ? '' : toExcerpt([...codes, ...texts], missing)
  return [{ id, title, isArchived, excerpt, rank: found }]
}

/** Codes first, then titles, then other texts; each with what is on the site first. */
const inOrder = (matches: Match[]): FoundRecord[] =>
  matches
    .toSorted((a, b) => a.rank - b.rank || Number(a.isArchived) - Number(b.isArchived))
    .map(({ id, title, isArchived, excerpt }) => ({ id, title, isArchived, excerpt }))

const toWords = (search: string): string[] => search.split(' ').filter(Boolean)

/** Finds products by code, id, slug, title or a word of any field, also archived ones. */
export async function findProducts(db: Db, query: string): Promise<FoundRecord[]> {
  const search = normalize(query)
  const words = toWords(search)
  const turn = createTurns()
  const matches = await readInChunks(
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
          codes: [row.slug, ...listCodes(entry)],
          texts: [row.category, String(toRupees(row.price_paise)), ...listTexts(entry)],
        }
        found.push(...toMatch(candidate, search, words))
      }
      return found
    },
    PRODUCTS_PER_STATEMENT,
  )
  return inOrder(matches)
}

/** Finds records of content by id, title or a word of their texts as pages show them, also archived ones. */
export async function findTexts({ db, env }: Deps, query: string): Promise<FoundRecord[]> {
  const search = normalize(query)
  const words = toWords(search)
  const facts = (await loadContent(db, 'facts')).body as Facts
  const tokens = toTokens(getLegalSettings(env, await keepsOrders({ env, db })), facts)
  const turn = createTurns()
  const matches: Match[] = []
  for (const { id, title, archived, body } of await listBodies(db)) {
    await turn()
    const texts = listTexts(fillTokens(body, tokens))
    matches.push(...toMatch({ id, title, isArchived: archived, codes: [id], texts }, search, words))
  }
  return inOrder(matches)
}
