import { TAX_PERCENT } from '../constants.ts'

/**
 * The tax of each line, in paise. The tax of an order is rounded once (spec §9); what rounding leaves goes to the
 * lines with the largest parts of a paisa, so that the lines add up to it.
 * @param values taxable values in paise.
 */
export function splitTax(values: readonly number[], tax: number): number[] {
  const parts = values.map((value) => Math.floor((value * TAX_PERCENT) / 100))
  const rest = tax - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = values
    .map((value, index) => ({ index, remainder: (value * TAX_PERCENT) % 100 }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, Math.max(0, rest)))
    parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** What is refunded of returned pieces: their price with the tax on it, in paise. */
export const withTax = (paise: number): number =>
  paise + Math.floor((paise * TAX_PERCENT + 50) / 100)
