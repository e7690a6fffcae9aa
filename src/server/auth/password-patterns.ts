/** Rows and columns of the keyboard, the alphabet and the digits, forwards and backwards. */
const KEYBOARD_SEQUENCES = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
  '147258369',
  '741852963',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')])

const MIN_SEQUENCE_LENGTH = 3
/** Characters outside sequences from which on a password is not sequential. */
const MIN_OTHER_CHARACTERS = 5
const MIN_DISTINCT_CHARACTERS = 4
/** Shorter words are left in: every password has some of them. */
const MIN_WORD_LENGTH = 3
const MIN_OTHER_LETTERS = 4

/** Returns true for one unit repeated (`abcabcabc`), and for fewer than four distinct characters. */
export function isRepetitive(password: string): boolean {
  const lower = password.toLowerCase()
  return new Set(lower).size < MIN_DISTINCT_CHARACTERS || /^(.+?)\1+$/su.test(lower)
}

/** @returns the length of the longest sequence that begins at `start`. */
function sequenceLengthAt(text: string, start: number): number {
  let length = 0
  while (
    start + length < text.length &&
    KEYBOARD_SEQUENCES.some((sequence) => sequence.includes(text.slice(start, start + length + 1)))
  )
    length++
  return length
}

/** Returns true when fewer than five characters are outside sequences. */
export function isSequential(password: string): boolean {
  const lower = password.toLowerCase()
  let others = 0
  for (let index = 0; index < lower.length;) {
    const length = sequenceLengthAt(lower, index)
    if (length < MIN_SEQUENCE_LENGTH) others++
    index += length < MIN_SEQUENCE_LENGTH ? 1 : length
  }
  return others < MIN_OTHER_CHARACTERS && others < lower.length
}

/** Returns true when a password without `words` has fewer than four letters left: `asha1991!`. */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const lower = password.toLowerCase()
  const rest = words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), lower)
  return rest !== lower && [...rest.replace(/[^\p{L}]/gu, '')].length < MIN_OTHER_LETTERS
}
