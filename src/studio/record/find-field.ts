import { createContext } from 'react'
import { isFilledFrom } from '#src/editing/content-tokens.ts'

/** The pressed part of a page: texts and pictures, from the innermost element outwards. */
export interface PressedPart {
  /** With single spaces; the alt text of a picture is one. */
  texts: string[]
  /** The addresses of the pressed picture. */
  sources: string
  /** Header and footer show other records, so that a field there has the whole text. */
  isInMain: boolean
}

const MAX_TEXT_LENGTH = 2_000
/** Elements around the pressed one whose texts are looked for, too. */
const MAX_PARENTS = 3

export const normalizeSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Reads the pressed element of another document, e.g. of a frame. */
export function readPressedPart(target: Element): PressedPart {
  const image = target.closest('picture')?.querySelector('img') ?? target.closest('img')
  const texts: string[] = image ? [image.alt] : []
  let element: Element | null = image ? null : target
  for (let depth = 0; element && depth <= MAX_PARENTS; depth++) {
    texts.push(element.textContent)
    element = element.parentElement
  }
  const found = texts.map(normalizeSpaces).filter((text) => text.length <= MAX_TEXT_LENGTH)
  return {
    texts: [...new Set(found)].filter(Boolean),
    sources: image ? `${image.src} ${image.srcset}` : '',
    isInMain: target.closest('main') !== null,
  }
}

interface Leaf {
  path: string
  text: string
}

function listLeaves(value: unknown, path: string): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number')
    return [{ path, text: normalizeSpaces(String(value)) }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    listLeaves(part, path === '' ? name : `${path}.${name}`),
  )
}

/** Whether a text of the page is that of a field, whose tokens stand for something. */
const isEqual = (field: string, shown: string): boolean =>
  field === shown || isFilledFrom(field, shown)

const RUPEES = /^₹\s?([\d,]+)$/

/** The number that a price states; undefined for another text. */
const readRupees = (text: string): string | undefined => RUPEES.exec(text)?.[1]?.replaceAll(',', '')

/** Fields with fewer letters are found only where they are the whole text. */
const MIN_PART_LENGTH = 3
/** Elements whose text may be longer than that of the field. */
const MAX_CONTAINERS = 2

const byLength = (a: Leaf, b: Leaf): number => a.text.length - b.text.length

/**
 * Finds the path of the form value that a pressed part of the page shows: an equal text, or a text that contains it, or
 * otherwise the longest text within it. `values` may have values without a field.
 */
export function findField(
  values: unknown,
  { texts, sources, isInMain }: PressedPart,
  isShown: (path: string) => boolean,
): string | undefined {
  const leaves = listLeaves(values, '').filter(({ path, text }) => text !== '' && isShown(path))
  const first = (find: (text: string) => Leaf | undefined, among = texts) =>
    among.map(find).find((leaf) => leaf !== undefined)?.path

  const whole = first((text) => {
    const rupees = readRupees(text)
    return (
      leaves.find((leaf) => isEqual(leaf.text, text)) ?? leaves.find((leaf) => leaf.text === rupees)
    )
  })
  if (whole !== undefined || !isInMain) return whole

  const file = leaves.find(
    ({ path, text }) => path.endsWith('.file') && sources.includes(text.replace(/^site:/, '')),
  )
  if (file) return file.path

  const parts = leaves.filter(({ text }) => text.length >= MIN_PART_LENGTH)
  const long = texts.filter((text) => text.length >= MIN_PART_LENGTH)
  return (
    first((text) => parts.filter((leaf) => leaf.text.includes(text)).sort(byLength)[0], long) ??
    first(
      (text) =>
        parts
          .filter((leaf) => text.includes(leaf.text))
          .sort(byLength)
          .at(-1),
      texts.slice(0, MAX_CONTAINERS),
    )
  )
}

/** The form's handler of a press on its preview. */
export const PressContext = createContext<((pressed: PressedPart) => void) | undefined>(undefined)
