/** Letters and digits of the numbers of orders: 32, without those that are read as another one. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const LENGTH = 8

/** @param bytes random ones, at least 8. */
export const toOrderNumber = (bytes: Uint8Array): string =>
  `KV-${Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

const FINANCIAL_YEAR_MONTH = 3

/** The financial year in India of a time in ms, e.g. `26-27`: it begins on 1 April. */
export function toFinancialYear(time: number): string {
  const date = new Date(time + 5.5 * 3_600_000)
  const year = date.getUTCFullYear() - (date.getUTCMonth() < FINANCIAL_YEAR_MONTH ? 1 : 0)
  const pad = (value: number) => String(value % 100).padStart(2, '0')
  return `${pad(year)}-${pad(year + 1)}`
}

/**
 * The number of an invoice: 16 characters at most, unique in its financial year (CGST rules, rule 46).
 * @example toInvoiceNumber('26-27', 123) // "KV/26-27/000123"
 */
export const toInvoiceNumber = (year: string, count: number): string =>
  `KV/${year}/${String(count).padStart(6, '0')}`
