import { expect, test } from 'vitest'
import { isSheet, parseParcelSheet } from '#src/studio/orders/parcel-sheet.ts'

const [A, B, C] = ['KV-AAAA2222', 'KV-BBBB3333', 'KV-CCCC4444'] as const
const NUMBERS = [A, B, C]

const parse = (text: string, from: string = A) => parseParcelSheet(text, NUMBERS, from)

test('a column is filled in from the row of the paste on, with its gaps', () => {
  expect(parse('T1\nT2\r\nT3\n')).toEqual({
    trackingNumbers: { [A]: 'T1', [B]: 'T2', [C]: 'T3' },
    problems: [],
  })
  expect(parse('T2\n\nT4', A).trackingNumbers).toEqual({ [A]: 'T2', [C]: 'T4' })
  expect(parse('AWB\nT2\nT3', B).trackingNumbers).toEqual({ [B]: 'T2', [C]: 'T3' })
})

test('a column that is longer than the table says what found no row', () => {
  expect(parse('T1\nT2\nT3', B)).toEqual({
    trackingNumbers: { [B]: 'T1', [C]: 'T2' },
    problems: ['1 of the 3 pasted numbers found no row: the table ends before.'],
  })
})

test('two columns are matched by the number of the order, however it is written', () => {
  const text = `Order\tAWB\nkv-cccc4444\tT3\nT1\tKV AAAA2222\nBBBB3333\t`
  expect(parse(text, C)).toEqual({ trackingNumbers: { [C]: 'T3', [A]: 'T1' }, problems: [] })
})

test('a line of another order is named, and the others are filled in', () => {
  expect(parse(`KV-ZZZZ9999\tT9\n${B}\tT2`)).toEqual({
    trackingNumbers: { [B]: 'T2' },
    problems: ['These lines name no order of this table: KV-ZZZZ9999 T9.'],
  })
})

test('numbers that a spreadsheet has rounded, and more columns, are not filled in', () => {
  expect(parse('1.23457E+11\n123456789012')).toEqual({
    trackingNumbers: { [B]: '123456789012' },
    problems: [expect.stringContaining('has rounded long numbers, e.g. 1.23457E+11.')],
  })
  expect(parse(`${A}\t12\tT1`)).toEqual({
    trackingNumbers: {},
    problems: [expect.stringContaining('one column, or two')],
  })
})

test('a value alone is no sheet', () => {
  expect(isSheet(' 123456 \n')).toBe(false)
  expect(isSheet('1\n2')).toBe(true)
})
