import { IST_OFFSET_MS } from '#src/rules/dates.ts'

/** The 32 letters and digits of order numbers. None can be mistaken for another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const LENGTH = 8

/** @param bytes random ones, at least 8. */
export const toOrderNumber = (bytes: Uint8Array): string =>
  `KV-${Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

const FINANCIAL_YEAR_MONTH = 3

/** The financial year in India of a time in ms, e.g. `26-27`: it begins on 1 April. */
export function toFinancialYear(time: number): string {
  const date = new Date(time + IST_OFFSET_MS)
  const year = date.getUTCFullYear() - (date.getUTCMonth() < FINANCIAL_YEAR_MONTH ? 1 : 0)
  const pad = (value: number) => String(value % 100).padStart(2, '0')
  return `${pad(year)}-${pad(year + 1)}`
}

/**
 * The number of a document: 16 characters at most, unique in its financial year (CGST rules, rules 46 and 53).
 * @example toDocumentNumber('KV/26-27', 123) // "KV/26-27/000123"
 */
export const toDocumentNumber = (series: string, count: number): string =>
  `${series}/${String(count).padStart(6, '0')}`
