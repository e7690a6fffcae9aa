import { expect, test } from 'vitest'
import { toCode128 } from '#src/studio/orders/code-128.ts'

/** Widths of a symbol of the standard, by its value: those of the text of the test. */
const KNOWN: Record<string, number> = {
  '211214': 104,
  '112331': 43,
  '311123': 54,
  '122132': 13,
  '223211': 18,
  '2331112': 106,
}

test('a number begins with start B, has its check symbol, and ends with the stop symbol', () => {
  const widths = toCode128('KV-2').join('')
  const symbols = [...(widths.slice(0, -7).match(/.{6}/g) ?? []), widths.slice(-7)]
  const check = (104 + 43 * 1 + 54 * 2 + 13 * 3 + 18 * 4) % 103
  expect(symbols.map((symbol) => KNOWN[symbol])).toEqual([104, 43, 54, 13, 18, undefined, 106])
  // The symbol of 57 is that of the letter Y.
  expect(check).toBe(57)
  expect(symbols[5]).toBe(toCode128('Y').join('').slice(6, 12))
})

test('each symbol has eleven modules, so that a scanner can read it', () => {
  const widths = toCode128('KV-N8UEF8AX')
  expect(widths.slice(0, -7).reduce((sum, width) => sum + width, 0)).toBe(11 * 13)
  expect(widths.slice(-7).reduce((sum, width) => sum + width, 0)).toBe(13)
})

test('a letter that the code has not is an error', () => {
  expect(() => toCode128('KV-₹')).toThrow(RangeError)
})
