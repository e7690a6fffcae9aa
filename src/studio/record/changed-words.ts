import { diffArrays } from 'diff'

/** A part of two texts that are shown as one. */
export interface ChangedPart {
  text: string
  /** Whether only one of the texts has it. */
  isChanged: boolean
  /** Whether the later text lacks it. */
  isRemoved?: boolean
}

/** Texts with more changed words than this are shown as replaced, because a longer comparison is noticeable. */
const MAX_CHANGED_WORDS = 2_000

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
const toWords = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

const toChange = (removed: string, added: string): ChangedPart[] => [
  ...(removed ? [{ text: removed, isChanged: true, isRemoved: true }] : []),
  ...(added ? [{ text: added, isChanged: true }] : []),
]

/** Returns both texts as one. A removed part stands before the part that replaces it. */
export function diffWords(before: string, after: string): ChangedPart[] {
  const changes = diffArrays(toWords(before), toWords(after), { maxEditLength: MAX_CHANGED_WORDS })
  if (!changes) return toChange(before, after)
  const parts: ChangedPart[] = []
  let [removed, added] = ['', '']
  for (const [index, change] of changes.entries()) {
    const text = change.value.join('')
    // A blank between two changes belongs to both.
    const isBlank = text === ' ' && removed !== '' && added !== '' && index < changes.length - 1
    if (change.removed || isBlank) removed += text
    if (change.added || isBlank) added += text
    if (change.removed || change.added || isBlank) continue
    parts.push(...toChange(removed, added), { text, isChanged: false })
    ;[removed, added] = ['', '']
  }
  return [...parts, ...toChange(removed, added)]
}

/** Shows a change of blanks alone by signs, because it is invisible otherwise. */
export const showSpace = (text: string): string =>
  text.trim() === '' ? text.replace(/\n/g, '↵\n').replace(/[^\S\n]/g, '␣') : text

/** Letters that stay on each side of a change. */
const CONTEXT = 80
const ELLIPSIS = '…'

const cutEnd = (text: string): string => text.slice(0, CONTEXT).replace(/\s+\S*$/, '') + ELLIPSIS
const cutStart = (text: string): string => ELLIPSIS + text.slice(-CONTEXT).replace(/^\S*\s+/, '')

/** Shortens equal parts to the words around each change. A text without a change stays complete. */
export function cutAroundChanges(parts: ChangedPart[]): ChangedPart[] {
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
