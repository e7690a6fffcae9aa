import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { UseFormSetValue } from 'react-hook-form'
import { count } from '#src/rules/count.ts'
import { toast } from '../app/toasts.tsx'
import { toFieldId, toNumber } from '../record/fields.tsx'
import type { FormValues } from './form-schema.ts'

/** The columns that are typed, in their order, which a pasted sheet has, too. */
export const CELLS = ['stock', 'price', 'listPrice', 'sku', 'barcode'] as const
type Cell = (typeof CELLS)[number]

export const CELL_LABELS: Record<Cell, string> = {
  stock: 'Stock',
  price: 'Own price in ₹',
  listPrice: 'List price in ₹',
  sku: 'SKU',
  barcode: 'Barcode',
}

/** In place of a label, above its column. */
export const CELL_HEADINGS: Partial<Record<Cell, string>> = { price: 'Own ₹', listPrice: 'List ₹' }

export const isNumberCell = (cell: Cell): cell is 'stock' | 'price' | 'listPrice' =>
  cell !== 'sku' && cell !== 'barcode'

/** The row and the column of a field of the table. */
function readCell(target: EventTarget): { row: number; column: number } | undefined {
  const { name = '' } = target as Partial<HTMLInputElement>
  const [, row = '', part = ''] = /^variants\.(\d+)\.(\w+)$/.exec(name) ?? []
  const column = CELLS.indexOf(part as Cell)
  return column < 0 ? undefined : { row: Number(row), column }
}

/** Enter goes to the field below, as in a sheet; Shift and Enter to the one above. */
export function goDown(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.key === 'Enter' ? readCell(event.target) : undefined
  if (!cell) return
  event.preventDefault()
  const row = cell.row + (event.shiftKey ? -1 : 1)
  const next = document.getElementById(toFieldId(`variants.${row}.${CELLS[cell.column]}`))
  if (next instanceof HTMLInputElement) next.select()
}

/** Cells that are copied from a sheet fill the table from the field on. */
export function pasteCells(
  event: ClipboardEvent<HTMLElement>,
  rowCount: number,
  setValue: UseFormSetValue<FormValues>,
): void {
  const from = readCell(event.target)
  const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
  if (!from || !/[\t\n]/.test(text)) return
  event.preventDefault()
  const lines = text.split(/\r?\n/).map((line) => line.split('\t'))
  const fitting = lines.slice(0, rowCount - from.row)
  for (const [index, cells] of fitting.entries())
    for (const [offset, typed] of cells.entries()) {
      const cell = CELLS[from.column + offset]
      if (!cell) break
      const value = isNumberCell(cell) ? toNumber(typed.trim()) : typed.trim()
      setValue(`variants.${from.row + index}.${cell}`, value as never, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      })
    }
  const left = lines.length - fitting.length
  toast.success(
    `${count(fitting.length, 'row')} pasted.${left > 0 ? ` ${count(left, 'row')} had no variant.` : ''}`,
  )
}
