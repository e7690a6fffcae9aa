/** A postal index number of India: six digits, the first not 0; spaces are forgiven. */
export const parsePincode = (typed: string): string | null => {
  const digits = typed.replace(/\s/g, '')
  return /^[1-9]\d{5}$/.test(digits) ? digits : null
}
