import { expandWord, listCategoryWords, STOP_WORDS } from './synonyms.ts'

/** Lower case without accents: `Minaudière` becomes `minaudiere`. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()

/** The singular of a folded word: `watches` becomes `watch`. */
export function stemWord(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (/^(?:bow|neck)?ties$/.test(word)) return word.slice(0, -1)
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** The stems of a text. */
export const toStems = (text: string): string[] =>
  (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(stemWord)

export interface PriceRange {
  min: number
  max: number
}

/** By the first letter of the unit: thousand, lakh, crore. */
const UNITS: Record<string, number> = { k: 1e3, t: 1e3, l: 1e5, c: 1e7 }
const AMOUNT = String.raw`(?:rs\.?|inr|₹)?\s*(\d[\d,]*(?:\.\d+)?)\s*(k|thousand|lakhs?|lac|l|cr|crore)?\b`
const MAXIMUM = new RegExp(
  String.raw`(?:\b(?:under|below|upto|up to|within|max|less than|cheaper than|not more than)|<)\s*${AMOUNT}`,
)
const MINIMUM = new RegExp(
  String.raw`(?:\b(?:over|above|from|min|more than|at least|starting at)|>)\s*${AMOUNT}`,
)
const BETWEEN = new RegExp(String.raw`(?:between\s+)?${AMOUNT}\s*(?:-|–|to|and)\s*${AMOUNT}`)

const toRupees = (digits: string | undefined, unit: string | undefined): number =>
  Number((digits ?? '').replaceAll(',', '')) * (UNITS[unit?.[0] ?? ''] ?? 1)

/** The price words of a query, e.g. `under 50k` or `between 1 and 2 lakh`, and the text without them. */
export function parsePriceWords(query: string): { range: PriceRange | null; rest: string } {
  const text = query.normalize('NFC').toLowerCase()
  const between = BETWEEN.exec(text)
  if (between) {
    const [phrase, first, firstUnit, second, secondUnit] = between
    const range = {
      min: toRupees(first, firstUnit ?? secondUnit),
      max: toRupees(second, secondUnit),
    }
    // Smaller numbers are sizes, e.g. "42 to 45".
    if (range.max >= 1_000) return { range, rest: text.replace(phrase, ' ') }
  }
  const below = MAXIMUM.exec(text)
  const bound = below ?? MINIMUM.exec(text)
  if (!bound) return { range: null, rest: text }
  const amount = toRupees(bound[1], bound[2])
  return {
    range: below ? { min: 0, max: amount } : { min: amount, max: Number.POSITIVE_INFINITY },
    rest: text.replace(bound[0], ' '),
  }
}

/** The number of typing errors between two words, at most `limit` + 1; a swap of neighbours is one. */
export function countTypos(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    if (Math.min(...row) > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Spellings of one sound are one: `jooti` and `jutti` become `juti`. */
const toSound = (word: string): string =>
  word.replace(/oo/g, 'u').replace(/ee/g, 'i').replace(/w/g, 'v').replace(/(.)\1/g, '$1')

/** How good a word of the index is for a word of the query; absent where they do not match. */
type WordMatches = Map<string, number>

const EXACT = 1
const SYNONYM = 0.7
const PREFIX = 0.6
const TYPO = 0.5
const MIN_PREFIX = 3
const MIN_TYPO = 4
/** Length from which a second typing error is forgiven. */
const MIN_TWO_TYPOS = 8

function findTypos(word: string, vocabulary: Iterable<string>): WordMatches {
  const found: WordMatches = new Map()
  if (word.length < MIN_TYPO || /\d/.test(word)) return found
  for (const limit of word.length >= MIN_TWO_TYPOS ? [1, 2] : [1]) {
    for (const other of vocabulary)
      // A wrong first letter is rare, and most pairs differ there.
      if (
        other.length >= MIN_TYPO &&
        other[0] === word[0] &&
        countTypos(word, other, limit) <= limit
      )
        found.set(other, TYPO / limit)
    if (found.size > 0) break
  }
  return found
}

/** The words of the index, and of the synonyms, that a word of the query means. */
export function matchWord(word: string, vocabulary: ReadonlySet<string>): WordMatches {
  const found: WordMatches = new Map()
  const add = (other: string, weight: number) => {
    if ((found.get(other) ?? 0) < weight) found.set(other, weight)
  }
  const addWithSynonyms = (other: string, weight: number) => {
    add(other, weight)
    for (const synonym of expandWord(other)) add(synonym, weight * SYNONYM)
  }
  addWithSynonyms(word, EXACT)
  const isKnown = found.size > 1 || vocabulary.has(word)
  if (isKnown) return found
  found.clear()
  if (word.length >= MIN_PREFIX)
    for (const other of vocabulary) if (other.startsWith(word)) addWithSynonyms(other, PREFIX)
  if (found.size === 0) {
    const sound = toSound(word)
    for (const other of vocabulary) if (toSound(other) === sound) addWithSynonyms(other, TYPO)
  }
  if (found.size === 0)
    for (const [other, weight] of findTypos(word, vocabulary)) addWithSynonyms(other, weight)
  return found
}

/** How alike two words are, from 0 to 1, by the pairs of letters that they share. */
function compareWords(a: string, b: string): number {
  const toPairs = (word: string) =>
    new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)))
  const [pairsA, pairsB] = [toPairs(a), toPairs(b)]
  return (2 * pairsA.intersection(pairsB).size) / (pairsA.size + pairsB.size)
}

const MIN_LIKENESS = 0.3

/** The words of the vocabulary that are most like a word of the query, the likest first. */
export function listAlikeWords(vocabulary: Iterable<string>, query: string): string[] {
  const words = toStems(query).filter((word) => word.length >= MIN_PREFIX && !STOP_WORDS.has(word))
  const rate = (other: string) => Math.max(...words.map((word) => compareWords(word, other)))
  return [...vocabulary]
    .filter((other) => other.length >= MIN_PREFIX && rate(other) > MIN_LIKENESS)
    .sort((a, b) => rate(b) - rate(a))
}

/** Neighbours that are one word of the catalogue, e.g. `ear ring`, become it; `cateye` becomes two. */
function joinWords(words: string[], vocabulary: ReadonlySet<string>): string[] {
  const joined: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2)
    const isPair = next !== '' && vocabulary.has(word + next)
    joined.push(...(isPair ? [word + next] : splitWord(word, vocabulary)))
    if (isPair) at += 1
  }
  return joined
}

function splitWord(word: string, vocabulary: ReadonlySet<string>): string[] {
  if (vocabulary.has(word)) return [word]
  for (let at = MIN_PREFIX; at <= word.length - MIN_PREFIX; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => vocabulary.has(part))) return parts
  }
  return [word]
}

const ASKS_FOR_NEW = /\b(?:new|latest|arrivals?|trending|best ?sellers?)\b/

/** What a query asks for: a range of prices, words of the vocabulary, or the newest products. */
export function parseQuery(query: string, vocabulary: ReadonlySet<string>) {
  const { range, rest } = parsePriceWords(query)
  const telling = toStems(rest).filter((word) => !STOP_WORDS.has(word))
  const words = joinWords(telling, vocabulary)
  return { range, words, asksForNew: words.length === 0 && !range && ASKS_FOR_NEW.test(rest) }
}

/** The category that a query names by its own word or a synonym, e.g. `jewellery`. */
export function findNamedCategory(query: string, categories: readonly string[]): string | null {
  const words = toStems(query).filter((word) => !STOP_WORDS.has(word))
  const [word] = words
  if (word === undefined || words.length > 1) return null
  const exact = categories.find((category) => listCategoryWords(category).includes(word))
  if (exact) return exact
  const close = categories.find((category) => findTypos(word, listCategoryWords(category)).size > 0)
  return close ?? null
}
