/** How good a word is for a word of the query; absent if they do not match. */
export type WordMatches = Map<string, number>

export const TYPO = 0.5
const MIN_TYPO = 4
/** A word of three letters may lack one of four, or have two of them swapped. */
const MIN_TYPED = 3
/** Length from which a second typing error is forgiven. */
const MIN_TWO_TYPOS = 8

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

const toLetters = (word: string): string => [...word].sort().join('')

const isSwap = (word: string, other: string): boolean => toLetters(word) === toLetters(other)

/** @param listNear lists the words that may have so many errors. */
export function findTypos(
  word: string,
  listNear: (typos: number) => Iterable<string>,
): WordMatches {
  const found: WordMatches = new Map()
  if (word.length < MIN_TYPED || /\d/.test(word)) return found
  for (const limit of word.length >= MIN_TWO_TYPOS ? [1, 2] : [1]) {
    // A wrong first letter is rare, and most pairs differ there.
    for (const other of listNear(limit))
      if (
        (other.length >= MIN_TYPO || (word.length === other.length && isSwap(word, other))) &&
        other[0] === word[0] &&
        countTypos(word, other, limit) <= limit
      )
        found.set(other, TYPO / limit)
    if (found.size > 0) break
  }
  return found
}
