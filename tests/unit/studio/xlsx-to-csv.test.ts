import type { Cell } from 'hucre'
import { type WriteOptions, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { toCsv } from '#src/studio/csv/xlsx-to-csv.ts'

type Rows = NonNullable<WriteSheet['rows']>

/** What an import reads of a spreadsheet. */
async function read(sheets: Partial<WriteSheet>[], sheet?: string) {
  const named = sheets.map((sheet, index) => ({ name: `Sheet ${index + 1}`, ...sheet }))
  const result = toCsv(await writeXlsx({ sheets: named }), sheet)
  return { ...result, rows: Papa.parse<string[]>(result.csv.trimEnd()).data }
}

const readRows = async (rows: Rows, more: Partial<WriteSheet> = {}) =>
  (await read([{ rows, ...more }])).rows

/** A cell with a number format. */
const formatted = (value: number | Date, numFmt: string): Partial<WriteSheet> => ({
  cells: new Map([['0,0', { value, style: { numFmt } }]]),
})

describe('a sheet', () => {
  test.each<[value: number | Date, numFmt: string, text: string]>([
    [125_000, '[>=100000]##\\,##\\,##0.00;##,##0.00', '1,25,000.00'],
    [1_234.5, '[$₹-4009] #,##0.00', '₹ 1,234.50'],
    [1_234.5, '_ [$₹-4009]* #,##0.00_ ', '₹1,234.50'],
    [194_000.006, '#,##0.00', '194,000.01'],
    [0.1 + 0.2, 'General', '0.3'],
    [8_901_234_567_890, 'General', '8901234567890'],
    [12_345_678_901_234_567_000, 'General', '1.23457E+19'],
    [0.925, '0.0%', '92.5%'],
    [1_500, '#,##0.00 [$€-407]', '1,500.00 €'],
    [5, '0" dozen"', '5 dozen'],
    [123, '00000', '00123'],
    [124, '"KV-"00000', 'KV-00124'],
    [12_345_670, '00000000000000', '00000012345670'],
    [new Date('2026-11-21T00:00:00Z'), 'dd/mm/yyyy', '2026-11-21'],
    [new Date('2026-11-21T15:00:00Z'), 'd-mmm', '2026-11-21 15:00:00'],
  ])('has %s with the format %s as %s', async (value, numFmt, text) => {
    expect(await readRows([[value]], formatted(value, numFmt))).toEqual([[text]])
  })

  test.each<[header: string, text: string]>([
    ['choice', '1-Feb'],
    ['sku', '1-Feb'],
    ['Title', '1-Feb'],
    ['publishedAt', '2026-02-01 10:30:00'],
    ['On sale since', '2026-02-01 10:30:00'],
    ['Our day', '2026-02-01 10:30:00'],
  ])('has a day in the column %s as %s', async (header, text) => {
    const value = new Date('2026-02-01T10:30:00Z')
    const cells = new Map([['1,0', { value, style: { numFmt: 'd-mmm' } }]])
    expect(await readRows([[header], [value]], { cells })).toEqual([[header], [text]])
  })

  test('has its texts as they are, and no cells and rows that are empty at its end', async () => {
    const rows = [
      ['slug', 'a "quoted", text\nof lines', true, null, null],
      [],
      ['x', null, 0],
      [null, ''],
    ]
    expect(await readRows(rows)).toEqual([
      ['slug', 'a "quoted", text\nof lines', 'TRUE'],
      [''],
      ['x', '', '0'],
    ])
  })

  test('has the value of merged cells in each of them', async () => {
    const merges = [
      { startRow: 0, startCol: 1, endRow: 1, endCol: 2 },
      { startRow: 1, startCol: 0, endRow: 900_000, endCol: 0 },
    ]
    const rows = [
      ['a', 'b', null],
      ['c', null, null],
      [null, 'd', 'e'],
    ]
    expect(await readRows(rows, { merges })).toEqual([
      ['a', 'b', 'b'],
      ['c', 'b', 'b'],
      ['c', 'd', 'e'],
    ])
  })

  test('has its hidden rows, and says how many they are', async () => {
    const rowDefs = new Map([1, 3].map((row) => [row, { hidden: true }]))
    const rows = [['slug'], ['a'], ['b'], ['']]
    expect(await read([{ rows, rowDefs }])).toMatchObject({
      hiddenRows: 1,
      rows: [['slug'], ['a'], ['b']],
    })
  })

  test('has the values of its formulas, and their errors', async () => {
    const formula = (value: string | number) => ({ formula: 'A1', formulaResult: value })
    const cells = new Map<string, Partial<Cell>>([
      ['0,0', formula(7)],
      ['0,1', { value: '#DIV/0!', type: 'error' }],
    ])
    expect(await readRows([[null, null]], { cells })).toEqual([['7', '#DIV/0!']])
  })

  test('is the first one that is not hidden, or the one that is chosen', async () => {
    const sheets = [
      { name: 'Old', hidden: true, rows: [['x']] },
      { name: 'Prices', rows: [['a']] },
      { name: 'Notes', rows: [['b']] },
    ]
    const names = ['Prices', 'Notes']
    expect(await read(sheets)).toMatchObject({ sheet: 'Prices', sheets: names, rows: [['a']] })
    expect(await read(sheets, 'Notes')).toMatchObject({ sheet: 'Notes', rows: [['b']] })
  })
})

const workbook: WriteOptions = { sheets: [{ name: 'A', rows: [['slug']] }] }
const BROKEN = 'The file is no .xlsx file, or is broken'

test.each<[what: string, create: () => Promise<Uint8Array> | Uint8Array, message: string]>([
  ['is cut off', async () => (await writeXlsx(workbook)).slice(0, 400), BROKEN],
  ['is another archive', () => Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`), BROKEN],
  [
    'has a password',
    () => writeXlsx({ ...workbook, encryption: { password: 'lamp', spinCount: 10 } }),
    'The file is protected by a password',
  ],
  ['is of Excel 97', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2_048, '0'), 'hex'), '(.xls)'],
  [
    'has a formula without its value',
    () =>
      writeXlsx({
        sheets: [{ name: 'A', rows: [['a']], cells: new Map([['1,27', { formula: 'A1+1' }]]) }],
      }),
    'AB2 has a formula without its value',
  ],
])('a file that %s says so', async (_, create, message) => {
  const bytes = await create()
  expect(() => toCsv(bytes)).toThrow(message)
})
