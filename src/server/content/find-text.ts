import type { z } from 'zod'
import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
import type { findTextResponse } from '#src/contract/content-api.ts'
import { fillTokens } from '#src/rules/content-tokens.ts'
import { foldText } from '#src/rules/search-query.ts'
import type { Deps } from '../deps.ts'
import { findProductsWithWord } from './queries.ts'
import { getLegalSettings } from './read-content.ts'
import { listBodies, loadContent } from './service.ts'

const MAX_FOUND = 20

const normalize = (text: string): string => foldText(text.replace(/\s+/g, ' ').trim())

/** What stands for a figure of the page, e.g. the day from which it holds. */
const TOKEN = /\{\w+\}/

/** Whether a text of a record contains one of a page, or is that but for its tokens. */
function isPartOf(text: string, given: string): boolean {
  if (text.includes(given)) return true
  const parts = text.split(TOKEN)
  return parts.length > 1 && new RegExp(`^${parts.map(RegExp.escape).join('.+')}$`, 's').test(given)
}

/** Whether a part of a body has the text, with the same letters but for accents and case. */
const hasText = (part: unknown, text: string): boolean =>
  typeof part === 'string'
    ? isPartOf(normalize(part), text)
    : typeof part === 'object' &&
      part !== null &&
      Object.values(part).some((one) => hasText(one, text))

/** Letters and digits that both databases compare whatever their case; the whole text without any. */
const toLongestWord = (text: string): string =>
  (text.match(/[a-z0-9]+/gi) ?? [text.trim()])
    .reduce((longest, word) => (word.length > longest.length ? word : longest))
    .toLowerCase()

/** Finds the records and products that have a text in one of their fields, as pages show it. */
export async function findText(
  { db, env }: Deps,
  given: string,
): Promise<z.output<typeof findTextResponse>> {
  const text = normalize(given)
  if (text === '') return { found: [] }
  const facts = (await loadContent(db, 'facts')).body as Facts
  const tokens = toTokens(getLegalSettings(env), facts)
  const records = (await listBodies(db))
    .filter(({ archived, body }) => !archived && hasText(fillTokens(body, tokens), text))
    .map(({ id, title }) => ({ type: 'content' as const, id, title }))
  const products = (await findProductsWithWord(db, toLongestWord(given)))
    .filter(({ title, detail }) => hasText([title, JSON.parse(detail)], text))
    .map(({ id, title }) => ({ type: 'product' as const, id, title }))
  return { found: [...records, ...products].slice(0, MAX_FOUND) }
}
