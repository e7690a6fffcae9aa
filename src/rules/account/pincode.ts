/** The pincode without spaces: six digits, the first not 0; null for any other text. */
export const parsePincode = (input: string): string | null => {
  const digits = input.replace(/\s/g, '')
  return /^[1-9]\d{5}$/.test(digits) ? digits : null
}

/** Whether a country is India, which an empty one means too. */
export const isIndia = (country: string): boolean =>
  ['', 'india', 'in', 'bharat'].includes(country.trim().toLowerCase())

/** The pincode of an address in India; null without one. */
export const findPincode = (
  address: { pincode?: string; country?: string } | null,
): string | null =>
  address && isIndia(address.country ?? '') ? parsePincode(address.pincode ?? '') : null
