/** Shape of a GST number: state code, PAN, number of the registration, Z, check character. */
export const GSTIN_PATTERN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a text is a GST number, with its check character (modulo 36, weights of 1 and 2). */
export function isGstin(text: string): boolean {
  if (!GSTIN_PATTERN.test(text)) return false
  let sum = 0
  for (const [index, character] of [...text.slice(0, 14)].entries()) {
    const product = DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return DIGITS[(36 - (sum % 36)) % 36] === text[14]
}
