import { listCategoryWords, type SearchRules, STOP_WORDS, type Synonyms } from './synonyms.ts'

/** Lower case without accents: `Minaudière` becomes `minaudiere`. The dot below letters of Devanagari is often left out. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c'’]/g, '')
    .toLowerCase()

/** The singular of a folded word: `watches` becomes `watch`, and `chudiyan` becomes `chudi`. */
export function stemWord(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (/^(?:bow|neck)?ties$/.test(word)) return word.slice(0, -1)
  if (/iyaa?n$/.test(word)) return word.replace(/yaa?n$/, '')
  if (/(?:ar|al|el)ves$/.test(word)) return `${word.slice(0, -3)}f`
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** The stems of a text. */
export const toStems = (text: string): string[] =>
  (foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(stemWord)

/** Words of a query that are looked up, and their longest. */
const MAX_WORDS = 12
const MAX_WORD_LENGTH = 40
/** Neighbours that are joined to one word. */
const MAX_JOINED = 3

/** The stems of a query that say something about a product. */
const toQueryWords = (query: string): string[] =>
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
    // What answers a word answers those that mean the same, e.g. its Hindi word.
    const alike = rows.filter((row) => row.some((word) => asked.includes(word))).flat()
    addAll(new Set([...asked, ...alike]), toRow(answers))
  }
  return synonyms
}

export interface PriceRange {
  min: number
  max: number
}

/** By the first letter of the unit: thousand, lakh, crore. */
const UNITS: Record<string, number> = { k: 1e3, t: 1e3, h: 1e3, l: 1e5, c: 1e7 }
/** With bounded repetitions, and for single spaces: a long query takes no time. */
const AMOUNT = String.raw`(?:rs\.?|inr|rupees?|₹)? ?(\d[\d,]{0,14}(?:\.\d{1,4})?) ?(k|thousands?|hazaa?r|lakhs?|lacs?|l|cr|crores?)?\b(?: ?(?:rs\b\.?|rupees?\b|rupaye\b|inr\b|\/-))?`
const MAXIMUM = new RegExp(
  String.raw`(?:\b(?:under|below|upto|up to|within|max|less than|cheaper than|not more than|budget(?: of)?)|<) ?${AMOUNT}`,
)
const MAXIMUM_AFTER = new RegExp(
  String.raw`${AMOUNT} ?(?:tak|se kam|ke andar|(?:or|and) (?:less|below|under)|max(?:imum)?|budget)\b`,
)
const MINIMUM = new RegExp(
  String.raw`(?:\b(?:over|above|from|min|more than|at least|starting at)|>) ?${AMOUNT}`,
)
const MINIMUM_AFTER = new RegExp(
  String.raw`${AMOUNT} ?(?:se (?:zyada|jyada|upar)|(?:or|and) (?:more|above|up)|plus)\b`,
)
const NEAR = new RegExp(String.raw`\b(?:around|about|approx|nearly|roughly) ${AMOUNT}`)
/** How far a price may be from one that is named roughly. */
const NEAR_SHARE = 0.25
const BETWEEN = new RegExp(`(?:between )?${AMOUNT} ?(?:-|–|to|and|se) ?${AMOUNT}`)

/** Smaller numbers are sizes, e.g. "42 to 45". */
const MIN_PRICE = 1_000

const toRupees = (digits: string | undefined, unit: string | undefined): number =>
  Number((digits ?? '').replaceAll(',', '')) * (UNITS[unit?.[0] ?? ''] ?? 1)

/** The price words of a query, e.g. `under 50k` or `between 1 and 2 lakh`, and the text without them. */
export function parsePriceWords(query: string): { range: PriceRange | null; rest: string } {
  const text = query.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
  const between = BETWEEN.exec(text)
  if (between) {
    const [phrase, first, firstUnit, second, secondUnit] = between
    // `1 to 2 lakh` has one unit, `50000 to 1 lakh` two.
    const isSameUnit = toRupees(first, undefined) <= toRupees(second, undefined)
    const range = {
      min: toRupees(first, firstUnit ?? (isSameUnit ? secondUnit : undefined)),
      max: toRupees(second, secondUnit),
    }
    if (range.max >= MIN_PRICE) return { range, rest: text.replace(phrase, ' ') }
  }
  const asPrice = (match: RegExpExecArray | null) =>
    match && toRupees(match[1], match[2]) >= MIN_PRICE ? match : null
  const near = asPrice(NEAR.exec(text))
  if (near) {
    const amount = toRupees(near[1], near[2])
    const range = { min: amount * (1 - NEAR_SHARE), max: amount * (1 + NEAR_SHARE) }
    return { range, rest: text.replace(near[0], ' ') }
  }
  const below = MAXIMUM.exec(text) ?? asPrice(MAXIMUM_AFTER.exec(text))
  const bound = below ?? MINIMUM.exec(text) ?? asPrice(MINIMUM_AFTER.exec(text))
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
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      if (Math.abs(i - j) > limit) {
        row.push(limit + 1)
        continue
      }
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Spellings of one sound are one: `jooti` and `jutti` become `juti`. */
const toSound = (word: string): string =>
  word
    .replace(/oo/g, 'u')
    .replace(/ee/g, 'i')
    .replace(/w/g, 'v')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/(\D)\1/g, '$1')

/** What is left of a word without its vowels: `perfeum` and `perfume` have the same. */
const toConsonants = (word: string): string => toSound(word).replace(/[aeiouy]/g, '')

/** The pairs of neighbouring letters of a word. */
function toPairs(word: string): string[] {
  const pairs: string[] = []
  for (let position = 0; position < word.length - 1; position++)
    pairs.push(word.slice(position, position + 2))
  return pairs
}

/** Number of pairs that a typing error changes at most. */
const PAIRS_PER_TYPO = 3
/** Words whose typing errors are counted. */
const MAX_NEAR = 100
const MIN_LIKENESS = 0.45
/** Words like those of a query that finds nothing, of which one is suggested. */
const MAX_ALIKE = 5

/**
 * The words of a catalogue, of categories and of synonyms. Made once per revision of the catalogue,
 * so that a word of a query is compared with the words that share its sound or pairs of its letters.
 */
export class Vocabulary {
  /** Each word with its number; those of the catalogue come first. */
  readonly words: ReadonlyMap<string, number>
  readonly #synonyms: Synonyms
  readonly #purposes: ReadonlySet<string>
  readonly #list: string[]
  /** Numbers of words. A wrong first letter is rare: none is compared with those of another. */
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

  /** The words that may be `word` with so many typing errors, those with the most of its pairs. */
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

/** How good a word of the index is for a word of the query; absent where they do not match. */
type WordMatches = Map<string, number>

const EXACT = 1
const SYNONYM = 0.7
const PREFIX = 0.6
const TYPO = 0.5
const MIN_PREFIX = 3
/** Completions of a word that are looked up, each with its synonyms. */
const MAX_COMPLETIONS = 50
const MIN_TYPO = 4
/** Length from which a typing error is forgiven in how the word sounds, e.g. `braslet`. */
const MIN_SOUND_TYPO = 6
/** Length from which a second typing error is forgiven. */
const MIN_TWO_TYPOS = 8

/** @param listNear lists the words that may have so many errors. */
export function findTypos(
  word: string,
  listNear: (typos: number) => Iterable<string>,
): WordMatches {
  const found: WordMatches = new Map()
  if (word.length < MIN_TYPO || /\d/.test(word)) return found
  for (const limit of word.length >= MIN_TWO_TYPOS ? [1, 2] : [1]) {
    // A wrong first letter is rare, and most pairs differ there.
    for (const other of listNear(limit))
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
  if (found.size === 0)
    for (const other of vocabulary.listSameSound(word)) addWithSynonyms(other, TYPO)
  if (found.size === 0)
    for (const [other, weight] of findTypos(word, (typos) => vocabulary.listNear(word, typos)))
      addWithSynonyms(other, weight)
  if (found.size === 0 && word.length >= MIN_SOUND_TYPO)
    for (const other of vocabulary.listNear(word, 2))
      if (
        other.length >= MIN_SOUND_TYPO &&
        (countTypos(toSound(word), toSound(other), 1) <= 1 ||
          toConsonants(word) === toConsonants(other))
      )
        addWithSynonyms(other, TYPO / 2)
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
    joined.push(...(group ? [group.join('')] : splitWord(words[position] ?? '', known)))
    position += group?.length ?? 1
  }
  return joined
}

function splitWord(word: string, known: Vocabulary['words']): string[] {
  if (known.has(word)) return [word]
  for (let position = MIN_PREFIX; position <= word.length - MIN_PREFIX; position++) {
    const parts = [word.slice(0, position), word.slice(position)]
    if (parts.every((part) => known.has(part))) return parts
  }
  return [word]
}

const ASKS_FOR_NEW = /\b(?:new|latest|arrivals?|trending|best ?sellers?)\b/
const CHEAPEST = /\b(?:cheapest|lowest price[ds]?|least expensive|(?:sabse )?sast[aei])\b/
const DEAREST =
  /\b(?:costliest|highest price[ds]?|(?:most|very) expensive|(?:sabse )?meh[ae]ng[aei])\b/
/** What follows the name of a piece: for whom or what it is, what it has or is made in. */
const AFTER_NAME = / (?:for|in|with) .*/

/** What a query asks for: a range of prices, an order by price, words of the vocabulary, or the newest products. */
export function parseQuery(query: string, vocabulary: Vocabulary) {
  const { range, rest: text } = parsePriceWords(query)
  const byPrice = CHEAPEST.test(text) ? 1 : DEAREST.test(text) ? -1 : 0
  const rest = text.replace(byPrice > 0 ? CHEAPEST : DEAREST, ' ')
  const toWords = (some: string) => joinWords(toQueryWords(some), vocabulary).slice(0, MAX_WORDS)
  const words = toWords(rest)
  return {
    range,
    byPrice,
    words,
    /** The words that may name the kind of piece: not `ring` of `box for rings`. */
    names: toWords(rest.replace(AFTER_NAME, '')),
    asksForNew: words.length === 0 && !range && ASKS_FOR_NEW.test(rest),
  }
}

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
