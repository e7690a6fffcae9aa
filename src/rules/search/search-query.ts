import { isHelpWord } from './help-search.ts'
import { parsePriceWords } from './price-words.ts'
import { parseShoeSize } from './shoe-sizes.ts'
import { foldText, stemWord } from './stems.ts'
import { isNotMade, listCategoryWords } from './synonyms.ts'
import { countTypos, findTypos, TYPO, type WordMatches } from './typing-errors.ts'
import {
  MAX_JOINED,
  MAX_WORDS,
  MIN_PREFIX,
  toConsonants,
  toQueryWords,
  toSound,
  type Vocabulary,
} from './vocabulary.ts'

const EXACT = 1
const SYNONYM = 0.7
const PREFIX = 0.6
/** Completions of a word that are looked up, each with its synonyms. */
const MAX_COMPLETIONS = 50
/** Length from which a typing error is forgiven in how the word sounds, e.g. `braslet`. */
const MIN_SOUND_TYPO = 6

/** The words of the index, and of the synonyms, that a word of the query means. */
export function matchWord(word: string, vocabulary: Vocabulary): WordMatches {
  const found: WordMatches = new Map()
  const add = (other: string, weight: number) => {
    if ((found.get(other) ?? 0) < weight) found.set(other, weight)
  }
  const addWithSynonyms = (other: string, weight: number) => {
    add(other, weight)
    for (const synonym of vocabulary.expand(other)) add(synonym, weight * SYNONYM)
  }
  addWithSynonyms(word, EXACT)
  const isKnown = found.size > 1 || vocabulary.words.has(word)
  if (isKnown) return found
  found.clear()
  if (word.length >= MIN_PREFIX)
    for (const other of vocabulary.listCompletions(word).slice(0, MAX_COMPLETIONS))
      addWithSynonyms(other, PREFIX)
  if (isHelpWord(word)) return found
  if (found.size === 0)
    for (const other of vocabulary.listSameSound(word)) addWithSynonyms(other, TYPO)
  const addTypos = (typed: string) => {
    if (found.size > 0) return
    for (const [other, weight] of findTypos(typed, (typos) => vocabulary.listNear(typed, typos)))
      addWithSynonyms(other, weight)
  }
  addTypos(word)
  if (found.size === 0 && word.length >= MIN_SOUND_TYPO)
    for (const other of vocabulary.listNear(word, 2))
      if (
        other.length >= MIN_SOUND_TYPO &&
        (countTypos(toSound(word), toSound(other), 1) <= 1 ||
          toConsonants(word) === toConsonants(other))
      )
        addWithSynonyms(other, TYPO / 2)
  // The singular form hides a typing error, e.g. in `wacthes`.
  if (word.length > MIN_PREFIX + 1) addTypos(word.slice(0, -1))
  if (found.size === 0)
    for (const other of vocabulary.listOtherBeginnings(word)) addWithSynonyms(other, TYPO)
  return found
}

/** The words of the vocabulary that are most like a word of the query, the likest first. */
export const listAlikeWords = (vocabulary: Vocabulary, query: string): string[] =>
  vocabulary.listAlike(toQueryWords(query).filter((word) => word.length >= MIN_PREFIX))

/** Neighbours that are or sound like one word of the catalogue, e.g. `ear ring`, become it; `cateye` becomes two. */
function joinWords(words: string[], vocabulary: Vocabulary): string[] {
  const { words: known } = vocabulary
  const isKnown = (word: string) => known.has(word) || vocabulary.listSameSound(word).length > 0
  const joined: string[] = []
  for (let position = 0; position < words.length; ) {
    const candidates = [MAX_JOINED, 2].map((count) => words.slice(position, position + count))
    const group = candidates.find((some) => some.length > 1 && isKnown(some.join('')))
    joined.push(...(group ? [group.join('')] : splitWord(words[position] ?? '', known, isKnown)))
    position += group?.length ?? 1
  }
  return joined
}

function splitWord(
  word: string,
  known: Vocabulary['words'],
  isKnown: (word: string) => boolean,
): string[] {
  if (isKnown(word)) return [word]
  const numbered = word.match(/\d+|\D+/g) ?? []
  if (numbered.every((part) => known.has(part))) return numbered
  for (let position = MIN_PREFIX; position <= word.length - MIN_PREFIX; position++) {
    const parts = [word.slice(0, position), word.slice(position)]
    if (parts.every((part) => known.has(part))) return parts
  }
  return [word]
}

const ASKS_FOR_NEW = /\b(?:new|latest|arrivals?|trending|best ?sellers?|all|kairavi|luxury)\b/
const CHEAPEST = /\b(?:cheapest|lowest price[ds]?|least expensive|(?:sabse )?sast[aei])\b/
const DEAREST =
  /\b(?:costliest|highest price[ds]?|(?:most|very) expensive|(?:sabse )?meh[ae]ng[aei])\b/
/** Words that introduce more about a piece: for whom it is, what it has, where it is made. */
const AFTER_NAME = / (?:for|in|with) .*/

/** The meaning of a query: a range of prices, an order by price, words of the vocabulary, or the newest products. */
export function parseQuery(query: string, vocabulary: Vocabulary) {
  const priced = parsePriceWords(query)
  const { size, rest: text } = parseShoeSize(priced.rest)
  const { range } = priced
  const byPrice = CHEAPEST.test(text) ? 1 : DEAREST.test(text) ? -1 : 0
  const rest = text.replace(byPrice > 0 ? CHEAPEST : DEAREST, ' ')
  const toWords = (some: string) => joinWords(toQueryWords(some), vocabulary).slice(0, MAX_WORDS)
  const words = toWords(rest)
  return {
    range,
    size,
    byPrice,
    words,
    /** The words that may name the kind of piece: not `ring` of `box for rings`. */
    names: toWords(rest.replace(AFTER_NAME, '')),
    asksForNew: words.length === 0 && !range && !size && ASKS_FOR_NEW.test(rest),
  }
}

/** The words of a query, as they are typed, for kinds of pieces that the shop does not make. */
export const listNotMade = (
  query: string,
  vocabulary: Vocabulary,
  catalogueWords: number,
): string[] =>
  (query.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter((typed) => {
    const word = stemWord(foldText(typed))
    return isNotMade(word) && (vocabulary.words.get(word) ?? catalogueWords) >= catalogueWords
  })

/** The category that a query names by its own word or a synonym, e.g. `jewellery`. */
export function findNamedCategory(query: string, categories: readonly string[]): string | null {
  const words = toQueryWords(query)
  const [word] = words
  if (word === undefined || words.length > 1) return null
  const exact = categories.find((category) => listCategoryWords(category).includes(word))
  if (exact) return exact
  const close = categories.find(
    (category) => findTypos(word, () => listCategoryWords(category)).size > 0,
  )
  return close ?? null
}
