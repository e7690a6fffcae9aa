/**
 * The number as it is kept: Indian ones as `+91 98290 12345`, others as `+` and their digits.
 * Without a country code a number is Indian when it has ten digits (after a leading 0), else it is
 * kept as its digits.
 */
export function normalizePhone(given: string): string {
  // A plus means something only at the very beginning.
  const compact = given
    .replace(/[^\d+]/g, '')
    .replace(/(?!^)\+/g, '')
    .replace(/^00/, '+')
  const digits = compact.replace(/\D/g, '')
  const indian =
    /^(?:\+910?|91|0)?([1-9]\d{9})$/.exec(compact)?.[1] ?? /^\+910?([1-9]\d{9})$/.exec(compact)?.[1]
  if (indian) return `+91 ${indian.slice(0, 5)} ${indian.slice(5)}`
  return compact.startsWith('+') ? `+${digits}` : digits
}
