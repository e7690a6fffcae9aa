import type { z } from 'zod'
import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
import type { findTextResponse } from '#src/contract/content-api.ts'
import { fillTokens, isFilledFrom } from '#src/editing/content-tokens.ts'
import { foldText } from '#src/rules/search/stems.ts'
import { getLegalSettings } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import { listProductVersions } from '../../shop/catalog/queries.ts'
import { keepsOrders } from '../../shop/orders/kept-orders-queries.ts'
import { listBodies, loadContent } from '../save/load-content.ts'
import { findProductsWithWord } from './queries.ts'

const MAX_FOUND = 20
/** Products per statement. */
const BATCH_SIZE = 200

const normalize = (text: string): string => foldText(text.replace(/\s+/g, ' ').trim())

/** Returns whether a text contains the input, or equals it after its tokens are replaced. */
const isPartOf = (text: string, input: string): boolean =>
  text.includes(input) || isFilledFrom(text, input)

/** Returns whether a body contains the text, ignoring accents and case. */
const hasText = (part: unknown, text: string): boolean =>
  typeof part === 'string'
    ? isPartOf(normalize(part), text)
    : typeof part === 'object' &&
      part !== null &&
      Object.values(part).some((value) => hasText(value, text))

/** Returns the longest word that both databases compare without case; otherwise the whole text. */
const toLongestWord = (text: string): string =>
  (text.match(/[a-z0-9]+/gi) ?? [text.trim()])
    .reduce((longest, word) => (word.length > longest.length ? word : longest))
    .toLowerCase()

/** Finds the records and products that contain a text, as pages show it. */
export async function findText(
  { db, env }: Deps,
  input: string,
): Promise<z.output<typeof findTextResponse>> {
  const text = normalize(input)
  if (text === '') return { found: [] }
  const facts = (await loadContent(db, 'facts')).body as Facts
  const tokens = toTokens(getLegalSettings(env, await keepsOrders({ env, db })), facts)
  const records = (await listBodies(db))
    .filter(({ archived, body }) => !archived && hasText(fillTokens(body, tokens), text))
    .map(({ id, title }) => ({ type: 'content' as const, id, title }))
  const found: z.output<typeof findTextResponse>['found'] = records.slice(0, MAX_FOUND)
  const word = toLongestWord(input)
  const ids = (await listProductVersions(db)).map(({ id }) => id)
  for (let start = 0; start < ids.length && found.length < MAX_FOUND; start += BATCH_SIZE) {
    for (const { id, title, detail } of await findProductsWithWord(
      db,
      ids.slice(start, start + BATCH_SIZE),
      word,
    ))
      if (found.length < MAX_FOUND && hasText([title, JSON.parse(detail)], text))
        found.push({ type: 'product', id, title })
  }
  return { found }
}
