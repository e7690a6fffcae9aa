import { RESERVED_ADDRESSES } from '#src/contract/values.ts'
import { NO_FILTERS } from '#src/rules/listing/listing.ts'
import { foldText, stemWord } from '#src/rules/search/stems.ts'
import { countTypos } from '#src/rules/search/typing-errors.ts'

/** Letters from which one typing error makes a name near to another, and from which two do. */
const MIN_ONE_TYPO = 4
const MIN_TWO_TYPOS = 8

const toWords = (name: string): string[] =>
  foldText(name.normalize('NFKC')).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** The stems of a name without blanks: `Sun glasses` and `sunglass` have the same. */
const toStem = (name: string): string => toWords(name).map(stemWord).join('')

function isNear(stem: string, other: string): boolean {
  if (/\d/.test(stem + other) || stem[0] !== other[0]) return false
  const shorter = Math.min(stem.length, other.length)
  const limit = Math.max(stem.length, other.length) >= MIN_TWO_TYPOS ? 2 : 1
  return shorter >= MIN_ONE_TYPO && countTypos(stem, other, limit) <= limit
}

/**
 * The category that a name most likely means: another spelling, e.g. `Perfume` or `Jewellery`, is a second category.
 * @param isTyped also finds names with a typing error. One that is made on purpose may differ by a letter.
 */
export function findNearCategory<Category extends { name: string }>(
  name: string,
  categories: readonly Category[],
  isTyped = true,
): Category | undefined {
  const stem = toStem(name)
  if (stem === '') return undefined
  const same = categories.find((other) => toStem(other.name) === stem)
  if (same || !isTyped) return same
  // A typing error in its end may hide a plural.
  const letters = toWords(name).join('')
  return categories.find(
    (other) => isNear(stem, toStem(other.name)) || isNear(letters, toWords(other.name).join('')),
  )
}

/** Whether a category can have this address: pages of the shop have numbers, and all pieces are `all`. */
export const isCategoryAddress = (address: string): boolean =>
  /[a-z]/.test(address) && address !== NO_FILTERS.category && !RESERVED_ADDRESSES.includes(address)

export const categoryMessages = {
  invalid: 'The name of a category needs a letter, and cannot be “all”, “index” or “constructor”.',
  archived: (name: string) =>
    `The category “${name}” is archived. Restore it under Content, or choose another one.`,
  exists: (name: string) => `There is a category “${name}” already.`,
  renamed: (name: string) => `This category is called “${name}” now.`,
  near: (name: string) =>
    `There is a category “${name}” already. Use it, or make the new one under Content first.`,
  unknown: (name: string) => `There is no category “${name}”. Create it, or choose another one.`,
}

/** The name of a category as shoppers read it, if an editor has given it none. */
export const toCategoryName = (typed: string): string => {
  const name = typed.trim()
  return name.charAt(0).toLocaleUpperCase('en') + name.slice(1)
}
