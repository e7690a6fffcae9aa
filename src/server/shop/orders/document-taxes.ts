import { TAX_PERCENT } from '#src/rules/constants.ts'

/** Half up to the paisa. */
const roundTax = (paise: number, percent: number): number =>
  Math.floor((paise * percent + 50) / 100)

/** Returns the refund of returned pieces in paise: their price with the tax on it. */
export const withTax = (paise: number): number => paise + roundTax(paise, TAX_PERCENT)

/** The taxable part of an amount with tax, in paise. */
export const withoutTax = (paise: number): number => Math.round((paise * 100) / (100 + TAX_PERCENT))

/** Splits a tax by the lines' values. The rest of rounding goes to the lines with the largest parts of a paisa. */
function splitTax(values: readonly number[], tax: number, percent: number): number[] {
  const parts = values.map((value) => Math.floor((value * percent) / 100))
  const rest = tax - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = values
    .map((value, index) => ({ index, remainder: (value * percent) % 100 }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, Math.max(0, rest)))
    parts[index] = (parts[index] ?? 0) + 1
  return parts
}

export interface DocumentTax {
  label: string
  percent: number
  paise: number
}

/**
 * The taxes of a document. Each is rounded from the taxable value, so that CGST and the tax of the state are equal. The
 * difference to the total, whose tax the specification rounds once, is the line "Round off".
 * @param values taxable values of the lines, in paise.
 * @param labels `IGST`, or `CGST` and the tax of the state.
 */
export function calculateTaxes(
  values: readonly number[],
  { subtotal, total, labels }: { subtotal: number; total: number; labels: readonly string[] },
): { ofLines: number[]; taxes: DocumentTax[] } {
  const percent = TAX_PERCENT / labels.length
  const paise = roundTax(subtotal, percent)
  const rest = total - subtotal - paise * labels.length
  const taxes = labels.map((label) => ({ label, percent, paise }))
  if (rest !== 0) taxes.push({ label: ROUND_OFF, percent: 0, paise: rest })
  return {
    ofLines: splitTax(values, paise, percent).map((part) => part * labels.length),
    taxes,
  }
}

export const ROUND_OFF = 'Round off'
