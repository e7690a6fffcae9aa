import type { FoundMessage, FoundReview } from '#src/contract/studio-search.ts'
import { REVIEW_STATES } from '#src/contract/values.ts'
import {
  hasCode,
  hasWords,
  type Lookup,
  parseLookup,
  toLookupText,
} from '#src/rules/search/lookup.ts'
import { hasPerson } from '#src/rules/search/lookup-person.ts'
import type { Db } from '../../core/db/schema.ts'
import { giveTurn } from '../../core/turns.ts'
import { toExcerpt } from './find-records.ts'
import * as queries from './queries.ts'

/** Messages, and reviews of each state, that a search looks through: no index finds a part of a text. */
const SEARCHED = 5_000

/** Reads rows in the order of an index, in parts. @returns the first of those that match. */
async function findFirst<Row extends queries.Position>(
  read: (after: queries.Position | undefined) => Promise<Row[]>,
  listMatches: (rows: Row[]) => Row[] | Promise<Row[]>,
  limit: number,
): Promise<Row[]> {
  const found: Row[] = []
  let after: queries.Position | undefined
  for (let count = 0; count < SEARCHED; count += queries.SEARCHED_PER_STATEMENT) {
    const rows = await read(after)
    found.push(...(await listMatches(rows)))
    after = rows.at(-1)
    if (rows.length < queries.SEARCHED_PER_STATEMENT || found.length >= limit) break
    await giveTurn()
  }
  return found.slice(0, limit)
}

/** The text around the first word that a heading lacks. */
function excerptBeside(heading: string, texts: string[], { forms }: Lookup): string {
  const inHeading = toLookupText(heading)
  const words = forms.flatMap((form) => form.words)
  const missing = words.find((word) => !inHeading.includes(word))
  return missing === undefined ? '' : toExcerpt(texts, missing)
}

/** By number, sender, company, subject, order or words of the message or its note, the newest first. */
export async function findMessages(db: Db, query: string, limit: number): Promise<FoundMessage[]> {
  const lookup = parseLookup(query)
  const toName = (row: queries.SearchedMessage) => `${row.first_name} ${row.last_name}`
  const toTexts = (row: queries.SearchedMessage) => [
    row.company,
    row.subject,
    row.order_number,
    row.message,
    row.note,
  ]
  const isFound = (row: queries.SearchedMessage): boolean =>
    hasCode([row.number, row.order_number], lookup) ||
    hasPerson({ name: toName(row), email: row.email, phone: '' }, lookup) ||
    hasWords(toLookupText([toName(row), row.email, ...toTexts(row)].join('\n')), lookup)
  const rows = await findFirst(
    (after) => queries.listSearchedMessages(db, after),
    (part) => part.filter(isFound),
    limit,
  )
  return rows.map((row) => ({
    number: row.number,
    name: toName(row),
    state: row.state,
    excerpt: excerptBeside(`${row.number} ${toName(row)}`, [row.email, ...toTexts(row)], lookup),
  }))
}

/** By author, title or words of the text or the product's title: those that wait first, then the newest. */
export async function findReviews(db: Db, query: string, limit: number): Promise<FoundReview[]> {
  const lookup = parseLookup(query)
  const found: FoundReview[] = []
  for (const state of REVIEW_STATES) {
    const titles = new Map<string, string>()
    const readMatches = async (part: queries.SearchedReview[]) => {
      for (const { id, title } of await queries.listTitlesOf(
        db,
        part.map(({ product_id }) => product_id),
      ))
        titles.set(id, title)
      return part.filter(({ product_id, title, author, text }) => {
        const texts = [titles.get(product_id) ?? '', title, author, text]
        return hasWords(toLookupText(texts.join('\n')), lookup)
      })
    }
    const rows = await findFirst(
      (after) => queries.listSearchedReviews(db, state, after),
      readMatches,
      limit - found.length,
    )
    for (const { id, product_id, title, author, text } of rows) {
      const product = titles.get(product_id) ?? ''
      const excerpt = excerptBeside(`${title} ${author} ${product}`, [text], lookup)
      found.push({ id, title, author, product, state, excerpt })
    }
    if (found.length >= limit) break
  }
  return found
}
