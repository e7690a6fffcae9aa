import { toStems } from './stems.ts'
import { listCategoryWords, type SearchRules, STOP_WORDS, type Synonyms } from './synonyms.ts'

/** Words of a query that are looked up, and their longest. */
export const MAX_WORDS = 12
const MAX_WORD_LENGTH = 40
/** Neighbours that are joined to one word. */
export const MAX_JOINED = 3

/** The stems of a query that say something about a product. */
export const toQueryWords = (query: string): string[] =>
  // A number stands before its unit, e.g. in `300m`.
  toStems(query.replace(/(\d)(?=(?:[mc]?m|ml|[ck]t)\b)/g, '$1 '))
    .filter((word) => !STOP_WORDS.has(word))
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_WORD_LENGTH))

/** The words of a row of editors; a phrase is one word, as `joinWords` makes it of a query. */
const toRow = (row: string): string[] =>
  row
    .split(',')
    .map((words) => toQueryWords(words).slice(0, MAX_JOINED).join(''))
    .filter(Boolean)

/** The synonyms of the rows of editors. */
export function createSynonyms({ same, means }: Pick<SearchRules, 'same' | 'means'>): Synonyms {
  const synonyms = new Map<string, Set<string>>()
  const addAll = (words: Iterable<string>, others: string[]) => {
    for (const word of words) {
      const known = synonyms.get(word) ?? new Set()
      synonyms.set(word, known)
      for (const other of others) if (other !== word) known.add(other)
    }
  }
  const rows = same.map(toRow)
  for (const row of rows) addAll(row, row)
  for (const [words, answers] of means) {
    const asked = toRow(words)
    // The answers of a word are answers of its synonyms, too, e.g. of its Hindi word.
    const alike = rows.filter((row) => row.some((word) => asked.includes(word))).flat()
    addAll(new Set([...asked, ...alike]), toRow(answers))
  }
  return synonyms
}

/** Spellings of one sound are one: `jooti` and `jutti` become `juti`. */
export const toSound = (word: string): string =>
  word
    .replace(/oo/g, 'u')
    .replace(/ee/g, 'i')
    .replace(/w/g, 'v')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/(\D)\1+/g, '$1')

/** The consonants of a word: `perfeum` and `perfume` have the same. */
export const toConsonants = (word: string): string => toSound(word).replace(/[aeiouy]/g, '')

/** The pairs of neighbouring letters of a word. */
function toPairs(word: string): string[] {
  const pairs: string[] = []
  for (let position = 0; position < word.length - 1; position++)
    pairs.push(word.slice(position, position + 2))
  return pairs
}

/** Shortest beginning of a word that may stand for it. */
export const MIN_PREFIX = 3
/** A shorter word with another first letter is another word: `candle` is not `handle`. */
const MIN_OTHER_BEGINNING = 7
/** Number of pairs that a typing error changes at most. */
const PAIRS_PER_TYPO = 3
/** Words whose typing errors are counted. */
const MAX_NEAR = 100
const MIN_LIKENESS = 0.45
/** Candidates for the suggestion that a query without results gets. */
const MAX_ALIKE = 5

/**
 * The words of a catalogue, of categories and of synonyms. Made once per revision of the catalogue,
 * so that a word of a query is compared with the words that share its sound or pairs of its letters.
 */
export class Vocabulary {
  /** Each word with its number; words of the catalogue come first. */
  readonly words: ReadonlyMap<string, number>
  readonly #synonyms: Synonyms
  readonly #purposes: ReadonlySet<string>
  readonly #list: string[]
  /** Numbers of words by first letter. A wrong first letter is rare, so only words with the same one are compared. */
  readonly #byFirstLetter: Map<string | undefined, number[]>
  #bySound: Map<string, string[]> | undefined
  #pairIndex: { numbers: Map<string, number[]>; counts: Uint8Array } | undefined

  constructor(words: Iterable<string>, rules: SearchRules) {
    this.#synonyms = createSynonyms(rules)
    const alike = new Set(rules.same.flatMap(toRow))
    const asked = rules.means.flatMap(([row]) => toRow(row))
    this.#purposes = new Set(asked.filter((word) => !alike.has(word)))
    this.#list = [...new Set([...words, ...listCategoryWords(), ...this.#synonyms.keys()])]
    this.words = new Map(this.#list.map((word, number) => [word, number]))
    this.#byFirstLetter = Map.groupBy(this.#list.keys(), (position) => this.#list[position]?.[0])
  }

  /** The words that a word also stands for. */
  expand = (word: string): Iterable<string> => this.#synonyms.get(word) ?? []

  /** Whether editors say only what answers the word, e.g. `men`, and no word that means the same. */
  isPurpose = (word: string): boolean => this.#purposes.has(word)

  /** The words that sound like `word`. */
  listSameSound(word: string): string[] {
    this.#bySound ??= Map.groupBy(this.#list, toSound)
    return this.#bySound.get(toSound(word)) ?? []
  }

  /** The words that begin with `word`. */
  listCompletions(word: string): string[] {
    const candidates = this.#byFirstLetter.get(word[0]) ?? []
    return candidates
      .filter((position) => this.#toWord(position).startsWith(word))
      .map(this.#toWord)
  }

  /** The words that are `word` but for its first letters, e.g. of `nracelet`, `ecklace` or `awtch`. */
  listOtherBeginnings(word: string): string[] {
    const rest = word.slice(1)
    const swapped = `${word[1]}${word[0]}${word.slice(2)}`
    return this.#list.filter(
      (other) =>
        (word.length > MIN_PREFIX && other === swapped) ||
        (word.length > MIN_PREFIX + 1 && other.slice(1) === word) ||
        (word.length >= MIN_OTHER_BEGINNING && (other === rest || other.slice(1) === rest)),
    )
  }

  /** The words that may be `word` with so many typing errors: the ones that share most of its pairs. */
  listNear(word: string, typos: number): string[] {
    const { shared, pairs } = this.#countShared(word)
    const least = pairs - PAIRS_PER_TYPO * typos
    const rate = (position: number) => shared[position] ?? 0
    const candidates = this.#byFirstLetter.get(word[0]) ?? []
    return candidates
      .filter((position) => rate(position) >= least)
      .sort((a, b) => rate(b) - rate(a))
      .map(this.#toWord)
      .filter(({ length }) => Math.abs(length - word.length) <= typos)
      .slice(0, MAX_NEAR)
  }

  /** The words that are most like one of `queried`, the likest first. */
  listAlike(queried: string[]): string[] {
    const { counts } = this.#getPairIndex()
    const likeness = new Float32Array(this.#list.length)
    for (const word of queried) {
      const { shared, pairs } = this.#countShared(word)
      for (let position = 0; position < shared.length; position++)
        likeness[position] = Math.max(
          likeness[position] ?? 0,
          (2 * (shared[position] ?? 0)) / (pairs + (counts[position] ?? 0)),
        )
    }
    const rate = (position: number) => likeness[position] ?? 0
    return [...this.#list.keys()]
      .filter(
        (position) => rate(position) > MIN_LIKENESS && this.#toWord(position).length >= MIN_PREFIX,
      )
      .sort((a, b) => rate(b) - rate(a))
      .slice(0, MAX_ALIKE)
      .map(this.#toWord)
  }

  readonly #toWord = (position: number): string => this.#list[position] ?? ''

  /** The number of pairs of `word`, and how many of them each word has, by its number. */
  #countShared(word: string): { shared: Uint8Array; pairs: number } {
    const { numbers } = this.#getPairIndex()
    const shared = new Uint8Array(this.#list.length)
    const pairs = new Set(toPairs(word))
    for (const pair of pairs)
      for (const position of numbers.get(pair) ?? []) shared[position] = (shared[position] ?? 0) + 1
    return { shared, pairs: pairs.size }
  }

  /** The numbers of the words with a pair, and how many different pairs each word has. */
  #getPairIndex() {
    if (this.#pairIndex) return this.#pairIndex
    const numbers = new Map<string, number[]>()
    const counts = new Uint8Array(this.#list.length)
    for (const [position, word] of this.#list.entries())
      for (const pair of toPairs(word)) {
        const known = numbers.get(pair)
        // A pair that the word has twice.
        if (known?.at(-1) === position) continue
        if (known) known.push(position)
        else numbers.set(pair, [position])
        counts[position] = (counts[position] ?? 0) + 1
      }
    this.#pairIndex = { numbers, counts }
    return this.#pairIndex
  }
}
