/** The zeros of the decimal digits of Arabic and of the scripts of India. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66]

function toDigit(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? letter : String(code - zero)
}

/** A figure or a day as it is typed, with the digits 0 to 9, plain blanks and nothing invisible. */
export const toPlainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/\p{Cf}/gu, '')
    .trim()
