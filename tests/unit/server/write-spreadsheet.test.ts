import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Cell, writeSpreadsheet } from '#src/server/core/spreadsheet/write-spreadsheet.ts'
import { toCsv } from '#src/studio/csv/xlsx-to-csv.ts'

const SHEET = { name: 'Pieces', headers: ['slug', 'price'], columnWidth: 20 }
const PART_ROWS = 100

/** Parts of rows, how many of them were asked for, and whether their end was reached or asked for. */
function createParts(count: number, failsAt = Number.POSITIVE_INFINITY) {
  const state = { asked: 0, isEnded: false }
  async function* list(): AsyncGenerator<Cell[][]> {
    try {
      while (state.asked < count) {
        if (state.asked === failsAt) throw new Error('The database is gone.')
        const part = state.asked++
        yield Array.from({ length: PART_ROWS }, (_, row) => [
          `a-${part}-${row} ${'long '.repeat(200)}`,
          row,
        ])
      }
    } finally {
      state.isEnded = true
    }
  }
  return { state, parts: list() }
}

test('all rows are written into a file, and their reading ends with it', async () => {
  const { state, parts } = createParts(3)
  const bytes = await buffer(writeSpreadsheet(SHEET, parts))
  const { csv, sheets } = await toCsv(bytes)
  expect(sheets).toEqual(['Pieces'])
  const lines = csv.split('\n')
  expect(lines[0]).toBe('"slug","price"\r')
  expect(lines.filter((line) => line.includes('a-'))).toHaveLength(3 * PART_ROWS)
  await expect.poll(() => state.isEnded).toBe(true)
})

test('a reader who stops ends the reading of rows, which is never far ahead', async () => {
  const { state, parts } = createParts(10_000)
  const reader = writeSpreadsheet(SHEET, parts).getReader()
  await reader.read()
  await reader.read()
  await sleep(0)
  await reader.cancel()
  expect(state.isEnded).toBe(true)
  expect(state.asked).toBeLessThan(500)
})

test('an error of the rows is that of the file', async () => {
  const { parts } = createParts(10, 2)
  await expect(buffer(writeSpreadsheet(SHEET, parts))).rejects.toThrow()
})
