import type { FoundMessage, FoundReview } from '#src/contract/studio-search.ts'
import { REVIEW_STATES } from '#src/contract/values.ts'
import { hasCode, hasWords, type Lookup, parseLookup, toLookupText } from '#src/editing/lookup.ts'
import { SEARCHED_ROWS, scanNewest } from '../../core/db/scan-newest.ts'
import type { Db } from '../../core/db/schema.ts'
import { hasPerson } from '../../core/lookup-person.ts'
import { toExcerpt } from './find-records.ts'
import * as queries from './queries.ts'

/** Returns the text around the first word that is not in the heading. */
function excerptBeside(heading: string, texts: string[], { forms }: Lookup): string {
  const inHeading = toLookupText(heading)
  const words = forms.flatMap((form) => form.words)
  const missing = words.find((word) => !inHeading.includes(word))
  return missing === undefined ? '' : toExcerpt(texts, missing)
}

/** Finds messages by number, sender, company, subject, order, or words of the message or note. Newest first. */
export async function findMessages(
  db: Db,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<FoundMessage[]> {
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
  const exact = await queries.listExactMessages(
    db,
    query.trim(),
    lookup.forms.at(-1)?.words.join('').toUpperCase() ?? '',
  )
  const ids = [...exact.map(({ id }) => id), ...(await queries.listNewestMessageIds(db))]
  const listMatches = async (part: string[]) =>
    (await queries.listSearchedMessages(db, part)).filter(isFound)
  const rows = await scanNewest([...new Set(ids)], listMatches, { limit, signal })
  return rows.map((row) => ({
    number: row.number,
    name: toName(row),
    state: row.state,
    excerpt: excerptBeside(`${row.number} ${toName(row)}`, [row.email, ...toTexts(row)], lookup),
  }))
}

/**
 * Finds reviews by author, title, or words of the text or of the product's title. Pending reviews
 * come first, then the newest.
 * @param titles of products, by id.
 */
export async function findReviews(
  { db, titles }: { db: Db; titles: ReadonlyMap<string, string> },
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<FoundReview[]> {
  const lookup = parseLookup(query)
  const toProduct = (row: queries.SearchedReview) => titles.get(row.product_id) ?? ''
  const isFound = (row: queries.SearchedReview): boolean =>
    hasWords(toLookupText([toProduct(row), row.title, row.author, row.text].join('\n')), lookup)
  const listMatches = async (part: string[]) =>
    (await queries.listSearchedReviews(db, part)).filter(isFound)
  const ids: string[] = []
  for (const state of REVIEW_STATES)
    ids.push(...(await queries.listNewestReviewIds(db, state, SEARCHED_ROWS - ids.length)))
  const rows = await scanNewest(ids, listMatches, { limit, signal })
  return rows.map((row) => {
    const { id, title, author, text, state } = row
    const product = toProduct(row)
    const excerpt = excerptBeside(`${title} ${author} ${product}`, [text], lookup)
    return { id, title, author, product, state, excerpt }
  })
}
