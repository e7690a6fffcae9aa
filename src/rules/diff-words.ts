/** A part of a text, and whether the other text lacks it. */
export interface TextPart {
  text: string
  isChanged: boolean
}

interface WordDiff {
  before: TextPart[]
  after: TextPart[]
}

/** Words beyond this product are compared at both ends alone: a longer comparison is felt. */
const MAX_COMPARED = 1_000_000

/** A flag, or a picture with the signs that are joined to it: half of one is another one. */
const EMOJI = /\p{RI}\p{RI}|\p{ExtPict}[\p{M}\p{EMod}]*(?:\u200d\p{ExtPict}[\p{M}\p{EMod}]*)*/u
/** With the joiners that letters of India have within a word. */
const WORD = /\d[\d.,]*\d|[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|[\u200c\u200d])*/u
const TOKEN = new RegExp(`\\s+|${EMOJI.source}|${WORD.source}|[^\\s\\p{L}\\p{M}\\p{N}]`, 'gu')

/** Words, figures, signs and the space between them. */
const toTokens = (text: string): string[] => text.match(TOKEN) ?? []

/** A change of blanks alone, which would not be seen, with signs for them. */
export const showSpace = (text: string): string =>
  text.trim() === '' ? text.replace(/\n/g, '↵\n').replace(/[^\S\n]/g, '␣') : text

/** Joins neighbours that are equal in kind, and the space between two changed words. */
function joinParts(tokens: string[], isKept: (index: number) => boolean): TextPart[] {
  const parts: TextPart[] = []
  tokens.forEach((text, index) => {
    const isSpaceOfChange =
      text.trim() === '' && index > 0 && !isKept(index - 1) && index + 1 < tokens.length
    const isChanged = !isKept(index) || (isSpaceOfChange && !isKept(index + 1))
    const last = parts.at(-1)
    if (last?.isChanged === isChanged) last.text += text
    else parts.push({ text, isChanged })
  })
  return parts
}

/** The longest common subsequence of two lists, e.g. of words, as the indexes that each keeps. */
export function findKept(
  before: string[],
  after: string[],
): { before: Set<number>; after: Set<number> } {
  const kept = { before: new Set<number>(), after: new Set<number>() }
  let start = 0
  let [beforeEnd, afterEnd] = [before.length, after.length]
  while (start < beforeEnd && start < afterEnd && before[start] === after[start]) {
    kept.before.add(start)
    kept.after.add(start)
    start += 1
  }
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1
    afterEnd -= 1
    kept.before.add(beforeEnd)
    kept.after.add(afterEnd)
  }
  const [rows, columns] = [beforeEnd - start, afterEnd - start]
  if (rows * columns > MAX_COMPARED) return kept
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  const getLength = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        before[start + row] === after[start + column]
          ? getLength(row + 1, column + 1) + 1
          : Math.max(getLength(row + 1, column), getLength(row, column + 1))
  let [row, column] = [0, 0]
  while (row < rows && column < columns) {
    if (before[start + row] === after[start + column]) {
      kept.before.add(start + row)
      kept.after.add(start + column)
      row += 1
      column += 1
    } else if (getLength(row + 1, column) >= getLength(row, column + 1)) row += 1
    else column += 1
  }
  return kept
}

/** Which words of two versions of a text the other version lacks. */
export function diffWords(before: string, after: string): WordDiff {
  const [old, current] = [toTokens(before), toTokens(after)]
  const kept = findKept(old, current)
  return {
    before: joinParts(old, (index) => kept.before.has(index)),
    after: joinParts(current, (index) => kept.after.has(index)),
  }
}

/** A part of two versions that are written as one text. */
export interface MarkedPart extends TextPart {
  /** Whether the later version lacks it. */
  isRemoved?: boolean
}

/** Both versions as one text: what is removed stands before what is there in its place. */
export function markChanges(before: string, after: string): MarkedPart[] {
  const [old, current] = [toTokens(before), toTokens(after)]
  const kept = findKept(old, current)
  const parts: MarkedPart[] = []
  let [row, column] = [0, 0]
  let [removed, added] = ['', '']
  const endChange = () => {
    if (removed) parts.push({ text: removed, isChanged: true, isRemoved: true })
    if (added) parts.push({ text: added, isChanged: true })
    ;[removed, added] = ['', '']
  }
  const isChanged = (words: string[], keptWords: Set<number>, index: number) =>
    index < words.length && !keptWords.has(index)
  while (row < old.length || column < current.length)
    if (isChanged(old, kept.before, row)) removed += old[row++]
    else if (isChanged(current, kept.after, column)) added += current[column++]
    else {
      const text = old[row++] ?? ''
      column += 1
      const goesOn = isChanged(old, kept.before, row) && isChanged(current, kept.after, column)
      if (removed && added && goesOn && text === ' ') {
        removed += text
        added += text
        continue
      }
      endChange()
      const last = parts.at(-1)
      if (last?.isChanged === false) last.text += text
      else parts.push({ text, isChanged: false })
    }
  endChange()
  return parts
}

/** Letters that stay on each side of a change. */
const CONTEXT = 80
const ELLIPSIS = '…'

const cutEnd = (text: string): string => text.slice(0, CONTEXT).replace(/\s+\S*$/, '') + ELLIPSIS
const cutStart = (text: string): string => ELLIPSIS + text.slice(-CONTEXT).replace(/^\S*\s+/, '')

/** Shortens what is equal to the words around each change. A text without a change stays whole. */
export function cutAroundChanges<Part extends TextPart>(parts: Part[]): Part[] {
  if (!parts.some(({ isChanged }) => isChanged)) return parts
  return parts.map((part, index) => {
    const { text, isChanged } = part
    const isFirst = index === 0
    const isLast = index === parts.length - 1
    if (isChanged || text.length <= (isFirst || isLast ? CONTEXT : 2 * CONTEXT) * 1.5) return part
    if (isFirst) return { ...part, text: cutStart(text) }
    if (isLast) return { ...part, text: cutEnd(text) }
    return { ...part, text: `${cutEnd(text)} ${cutStart(text)}` }
  })
}
