/** The pincode without spaces: six digits, the first not 0; null for any other text. */
export const parsePincode = (given: string): string | null => {
  const digits = given.replace(/\s/g, '')
  return /^[1-9]\d{5}$/.test(digits) ? digits : null
}
