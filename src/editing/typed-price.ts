import type { CatalogEntry } from '#src/contract/entry.ts'
import { formatRupees } from '#src/rules/money.ts'
import { toChoiceText } from '#src/rules/product/choice-ids.ts'
import { getVariantPrice } from '#src/rules/product/variants.ts'
import { toPlainDigits } from './plain-digits.ts'

// Reads a price that an editor types, and decides when the editor has to confirm it.

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

/** Rounds away the error of a spreadsheet's calculation, e.g. in 10937.7200000001. */
const withoutNoise = (amount: number): number => {
  const rounded = Math.round(amount * 100) / 100
  return Math.abs(amount - rounded) < 1e-6 ? rounded : amount
}

/** An amount as editors write it, e.g. `₹1,25,000`, whatever its commas; NaN for any other text. */
export function parseTypedAmount(text: string): number {
  // A difference may have a plus, or the long minus of a typesetter.
  const digits = toDigits(
    text
      .trim()
      .replace('−', '-')
      .replace(/^\+(?=[\d.])/, ''),
  )
  if (/\..*,/.test(digits) || TWO_MEANINGS.test(digits)) return Number.NaN
  const plain = digits.replaceAll(',', '')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? withoutNoise(Number(plain)) : Number.NaN
}

/**
 * Amounts whose last three digits are decimals here and thousands in other countries, e.g. `12.990`. The error of a
 * calculation has more digits, or does not end with a zero.
 */
const TWO_MEANINGS = /^-?[1-9]\d{0,2}\.\d{2}0$/

/** Returns another way to write an amount that has two meanings; undefined for any other text. */
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

/**
 * An amount of a file: with ₹ and commas; undefined for any other text. The schema of the field refuses a negative
 * amount or a third decimal in its own words. `12.990` is refused here, because a point may group thousands.
 */
export function parseAmount(text: string): number | undefined {
  const [, minus, digits = ''] = /^([-−] ?)?(?:₹\s?)?(.*)$/s.exec(text) ?? []
  const isAmount = AMOUNT_PATTERN.test(digits) && !/\.(?:\d{2}0+)?$/.test(digits)
  return isAmount ? Number(digits.replaceAll(',', '')) * (minus ? -1 : 1) : undefined
}

/** An editor confirms a change of this share of the previous price, or more. */
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
  const former = new Map(
    before.variants?.map((row) => [toChoiceText(before.options, row.choice), row]),
  )
  const own = { choice: '', before: before.price, after: after.price }
  const rows = (after.variants ?? []).flatMap((row) => {
    const was = former.get(toChoiceText(after.options, row.choice))
    if (!was || (was.price === undefined && row.price === undefined)) return []
    return {
      choice: Object.values(row.choice).join(', '),
      before: getVariantPrice(before, was).price,
      after: getVariantPrice(after, row).price,
    }
  })
  return [own, ...rows].filter((change) => change.before !== change.after)
}

/** Lists the changes that an editor has to confirm. */
export const listFarPrices = (before: Priced, after: Priced): PriceChange[] =>
  listPriceChanges(before, after).filter((change) => isFarPrice(change.before, change.after))

/** An amount changed by percent: whole rupees, at least one. @param step to whose multiple it is rounded. */
export function changeByPercent(amount: number, percent: number, step = 1): number {
  const changed = (amount * (100 + percent)) / 100
  // A price below half a step is rounded to rupees instead.
  const rounded = Math.round(changed / step) * step || Math.round(changed)
  return Math.min(999_999_999, Math.max(1, rounded))
}
