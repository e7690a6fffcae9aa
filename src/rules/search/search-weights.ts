import type { NumberLists } from './number-lists.ts'
import type { SearchIndex } from './search-index.ts'
import { matchWord } from './search-query.ts'
import { isNotMade, listCategoryWords } from './synonyms.ts'
import { Vocabulary } from './vocabulary.ts'

const vocabularies = new WeakMap<SearchIndex, Vocabulary>()

/** The same object for the same index. */
export function getVocabulary(index: SearchIndex): Vocabulary {
  const known = vocabularies.get(index) ?? new Vocabulary(index.words, index.rules)
  vocabularies.set(index, known)
  return known
}

/**
 * Weights of one query word by the numbers of words, categories and materials; null if it matches
 * nothing.
 */
function weighWord(index: SearchIndex, word: string) {
  const vocabulary = getVocabulary(index)
  const matches = matchWord(word, vocabulary)
  if (matches.size === 0) return null
  const byWord = new Float32Array(index.words.length)
  const ids: number[] = []
  const exact = vocabulary.words.get(word) ?? -1
  const byCategory = new Float32Array(index.categories.length)
  const byMaterial = new Float32Array(index.materials.length)
  const byDetail = new Float32Array(index.details.length)
  const materials = index.materials.map((name) => name.toLowerCase())
  const stones = index.details.map((detail) => detail.toLowerCase())
  for (const [other, weight] of matches) {
    const id = vocabulary.words.get(other)
    // Words of categories and of synonyms come after the words of the index.
    if (id !== undefined && id < index.words.length) {
      ids.push(id)
      byWord[id] = weight
    }
    const material = materials.indexOf(other)
    if (material >= 0) byMaterial[material] = Math.max(byMaterial[material] ?? 0, weight)
    const stone = stones.indexOf(`stone=${other}`)
    if (stone >= 0) byDetail[stone] = Math.max(byDetail[stone] ?? 0, weight)
    const category = index.categories.findIndex((known) => listCategoryWords(known).includes(other))
    if (category >= 0) byCategory[category] = Math.max(byCategory[category] ?? 0, weight)
  }
  // A piece that the shop does not make is a kind, too: `smartwatch for ladies`.
  const isPurpose = exact >= index.words.length && vocabulary.isPurpose(word) && !isNotMade(word)
  return { word, ids, exact, isPurpose, byWord, byCategory, byMaterial, byDetail }
}

export type Weights = NonNullable<ReturnType<typeof weighWord>>

/** Words that mean the same count once, e.g. both of `birthday gift`. */
export function weighWords(index: SearchIndex, words: string[]): Weights[] {
  const weights = words.flatMap((word) => weighWord(index, word) ?? [])
  return [...new Map(weights.map((weight) => [weight.ids.join(), weight])).values()]
}

/** Whether a word is the kind of some pieces: a category, or the last word of a title. */
export const namesKind = (
  index: SearchIndex,
  { isPurpose, byWord, byCategory }: Weights,
): boolean =>
  !isPurpose && (byCategory.some((weight) => weight > 0) || endsTitle(index.titleWords, byWord))

function endsTitle({ flat: { numbers, starts } }: NumberLists, byWord: Float32Array): boolean {
  return starts.some((end) => (byWord[numbers[end - 1] ?? -1] ?? 0) > 0)
}

/** The first word of a text counts a little more, so products that begin with a word of the query come first. */
export const FIRST = 1.001

/** The best weight of what a product has. */
export function bestWeight({ flat }: NumberLists, position: number, weights: Float32Array): number {
  const { numbers, starts } = flat
  const end = starts[position + 1] ?? 0
  const start = starts[position] ?? 0
  let best = 0
  for (let place = start; place < end; place++) {
    const weight = (weights[numbers[place] ?? 0] ?? 0) * (place === start ? FIRST : 1)
    if (weight > best) best = weight
  }
  return best
}
