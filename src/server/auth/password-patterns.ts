/** Rows and columns of the keyboard, the alphabet and the digits: what fingers walk along. */
const WALKS = [
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
].flatMap((walk) => [walk, [...walk].reverse().join('')])

const SHORTEST_WALK = 3
/** Characters beside the walks that make a password more than a walk. */
const ENOUGH_BESIDE = 5

/** True for one unit over and over (`abcabcabc`), and for fewer than four different characters. */
export function isRepetitive(password: string): boolean {
  const plain = password.toLowerCase()
  return new Set(plain).size < 4 || /^(.+?)\1+$/su.test(plain)
}

/** Length of the longest walk that begins at `start`. */
function walkAt(plain: string, start: number): number {
  let length = 0
  while (
    start + length < plain.length &&
    WALKS.some((walk) => walk.includes(plain.slice(start, start + length + 1)))
  )
    length++
  return length
}

/** True where walks along keyboard, alphabet or digits leave hardly anything else. */
export function isSequential(password: string): boolean {
  const plain = password.toLowerCase()
  let beside = 0
  for (let at = 0; at < plain.length;) {
    const walked = walkAt(plain, at)
    if (walked < SHORTEST_WALK) beside++
    at += walked < SHORTEST_WALK ? 1 : walked
  }
  return beside < ENOUGH_BESIDE && beside < plain.length
}

/**
 * True where `words` of the user's own (or the house's) leave nothing but digits and signs, or
 * hardly anything: `asha1991!`.
 */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const plain = password.toLowerCase()
  const own = words.map((word) => word.toLowerCase()).filter((word) => word.length >= 3)
  const rest = own
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain)
  return rest !== plain && [...rest.replace(/[^\p{L}]/gu, '')].length < 4
}
