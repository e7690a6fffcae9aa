import type { CatalogEntry } from '#src/contract/entry.ts'
import { formatRupees } from '../money.ts'
import { toPlainDigits } from '../plain-digits.ts'
import { findRenames, renameChoice } from './renamed-choices.ts'
import { getVariantPrice } from './variants.ts'

// What an editor types as a price, and when it is asked for once more.

/** Digits with Indian or Western grouping, or without any; a comma is never the decimal sign. */
const AMOUNT_PATTERN = /^(?:\d+|(?!0)(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}))(?:\.\d*)?$/

/** Without a sign of rupees at an end, nor what is written after an amount, e.g. `/-`. Blanks group digits as commas do. */
const toDigits = (text: string): string =>
  // A small or circled digit is a power or a note: `12²` is no 122.
  (/\p{No}/u.test(text) ? text : toPlainDigits(text))
    .replace(/^(?:₹|Rs\.?|INR|Rupees|रु\.?|रू\.?)/i, '')
    .replace(/only$/i, '')
    .trimEnd()
    .replace(/(?:\/[-=]|,-)$/, '')
    .trimEnd()
    .replace(/(?:₹|Rs\.?|INR|Rupees|रुपये|रुपए|रु\.?)$/i, '')
    .trim()
    .replace(/[^\S\n]+/g, ',')

/** What a computation of a spreadsheet leaves beyond paise, e.g. of 10937.7200000001. */
const withoutNoise = (amount: number): number => {
  const rounded = Math.round(amount * 100) / 100
  return Math.abs(amount - rounded) < 1e-6 ? rounded : amount
}

/** An amount as editors write it, e.g. `₹1,25,000`, whatever its commas; NaN for any other text. */
export function parseTypedAmount(text: string): number {
  const digits = toDigits(text)
  if (/\..*,/.test(digits) || TWO_MEANINGS.test(digits)) return Number.NaN
  const plain = digits.replaceAll(',', '')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? withoutNoise(Number(plain)) : Number.NaN
}

/**
 * Digits of which the last three are decimals here and thousands in other countries, e.g. `12.990`. What a computation
 * leaves has more of them, or ends with another digit than zero.
 */
const TWO_MEANINGS = /^-?[1-9]\d{0,2}\.\d{2}0$/

/** What to write in place of an amount that is read in two ways; undefined for any other text. */
export function findOtherMeaning(text: string): string | undefined {
  const digits = toDigits(text)
  if (!TWO_MEANINGS.test(digits)) return undefined
  return `Write ${digits.replace('.', '')} or ${digits.slice(0, -1)} in place of “${digits}”`
}

/** Whether an amount has commas as neither India nor the West writes them, e.g. `1,2,3,4`. */
export function hasOddCommas(text: string): boolean {
  const digits = toDigits(text)
  const isOdd = digits.includes(',') && !AMOUNT_PATTERN.test(digits.replace(/^-/, ''))
  return isOdd && !Number.isNaN(parseTypedAmount(text))
}

/** An amount of which nothing is in doubt; undefined for any other text. */
export function parseAmount(text: string): number | undefined {
  const amount = AMOUNT_PATTERN.test(toDigits(text)) ? parseTypedAmount(text) : Number.NaN
  return Number.isNaN(amount) ? undefined : amount
}

/** Share of the former price from which a change is asked for once more. */
const FAR_SHARE = 0.5

/** Whether a price is far from the former one: by a half of it, or more. */
export const isFarPrice = (before: number, after: number): boolean =>
  Math.abs(after - before) >= before * FAR_SHARE

/** E.g. `₹2,15,000.00 → ₹21,500.00 (−90 %)`. */
export function formatPriceChange(before: number, after: number): string {
  const percent = Math.round(((after - before) / before) * 100)
  const sign = percent < 0 ? '−' : '+'
  return `${formatRupees(before)} → ${formatRupees(after)} (${sign}${Math.abs(percent)} %)`
}

export interface PriceChange {
  /** The choice of a variant, e.g. `M, Black`; empty for the product. */
  choice: string
  before: number
  after: number
}

type Priced = Pick<CatalogEntry, 'price' | 'listPrice' | 'variants'> &
  Partial<Pick<CatalogEntry, 'options'>>

/** The prices of an entry that change: its own, and those of its variants that do not follow it. */
export function listPriceChanges(before: Priced, after: Priced): PriceChange[] {
  const toKey = (choice: Record<string, string>) =>
    JSON.stringify(Object.entries(choice).toSorted())
  const renames = findRenames({ options: [], ...before }, { options: [], ...after })
  const former = new Map(
    before.variants?.map((row) => [toKey(renameChoice(row.choice, renames)), row]),
  )
  const own = { choice: '', before: before.price, after: after.price }
  const rows = (after.variants ?? []).flatMap((row) => {
    const was = former.get(toKey(row.choice))
    if (!was || (was.price === undefined && row.price === undefined)) return []
    return {
      choice: Object.values(row.choice).join(', '),
      before: getVariantPrice(before, was).price,
      after: getVariantPrice(after, row).price,
    }
  })
  return [own, ...rows].filter((change) => change.before !== change.after)
}

/** The changes that are asked for once more. */
export const listFarPrices = (before: Priced, after: Priced): PriceChange[] =>
  listPriceChanges(before, after).filter((change) => isFarPrice(change.before, change.after))

/** An amount changed by percent: whole rupees, at least one. @param step to whose multiple it is rounded. */
export function changeByPercent(amount: number, percent: number, step = 1): number {
  const changed = (amount * (100 + percent)) / 100
  // What is less than half a step keeps its own rupees.
  const rounded = Math.round(changed / step) * step || Math.round(changed)
  return Math.min(999_999_999, Math.max(1, rounded))
}
