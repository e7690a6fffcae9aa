import type { ClipboardEvent } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { MAX_TABLE } from '#src/contract/values.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Input } from '#src/ui/Field.tsx'
import { type FieldProps, toFieldId, useField } from '../record/fields.tsx'
import { RecordFieldLayout } from '../record/RecordFieldLayout.tsx'
import { findError } from './content-form.ts'
import { pasteCells } from './table-cells.ts'

const createRow = (columns: number): string[] => Array.from({ length: columns }, () => '')

/** A grid of cells, the head first. Cells copied from a spreadsheet replace its cells. */
export function TableField(props: FieldProps) {
  const { formState } = useFormContext()
  const { field } = useController({ name: props.name })
  const { layout } = useField(props)
  const rows = field.value as string[][]
  const columns = rows[0]?.length ?? 0
  const handlePaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    field.onChange(pasteCells(rows, row, column, text))
  }
  const setCell = (row: number, column: number, text: string) =>
    field.onChange(rows.map((cells, y) => (y === row ? cells.with(column, text) : cells)))
  const removeColumn = (column: number) =>
    field.onChange(columns === 1 ? [] : rows.map((cells) => cells.toSpliced(column, 1)))
  const remove = (label: string, onClick: () => void) => (
    <IconButton
      label={label}
      className="mx-auto text-xl text-muted hover:text-ink"
      onClick={onClick}
    >
      <span aria-hidden="true">×</span>
    </IconButton>
  )
  return (
    <RecordFieldLayout {...layout} error={findError(formState.errors, props.name)} isCustom>
      {columns > 0 && (
        <div className="overflow-x-auto">
          <table aria-labelledby={`${layout.id}-label`} className="w-full min-w-md border-collapse">
            <tbody>
              {rows.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what stands at its place
                <tr key={row}>
                  {cells.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what stands at its place
                    <td key={column} className="p-0.5">
                      <Input
                        id={toFieldId(`${props.name}.${row}.${column}`)}
                        aria-label={
                          row === 0
                            ? `Head of column ${column + 1}`
                            : `${rows[0]?.[column] || `Column ${column + 1}`}, row ${row}`
                        }
                        value={cell}
                        className={row === 0 ? 'font-medium' : ''}
                        onChange={({ target }) => setCell(row, column, target.value)}
                        onPaste={(event) => handlePaste(event, row, column)}
                      />
                    </td>
                  ))}
                  <td className="w-9">
                    {row > 0 &&
                      remove(`Remove row ${row}`, () => field.onChange(rows.toSpliced(row, 1)))}
                  </td>
                </tr>
              ))}
              <tr>
                {(rows[0] ?? []).map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what stands at its place
                  <td key={column}>
                    {remove(`Remove column ${column + 1}`, () => removeColumn(column))}
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {columns === 0 ? (
          <Button variant="secondary" onClick={() => field.onChange([createRow(2), createRow(2)])}>
            Add a table
          </Button>
        ) : (
          <>
            <Button
              variant="secondary"
              disabled={rows.length >= MAX_TABLE.rows}
              onClick={() => field.onChange([...rows, createRow(columns)])}
            >
              Add a row
            </Button>
            <Button
              variant="secondary"
              disabled={columns >= MAX_TABLE.columns}
              onClick={() => field.onChange(rows.map((cells) => [...cells, '']))}
            >
              Add a column
            </Button>
            <span>The first row is the head. Cells of a spreadsheet can be pasted.</span>
          </>
        )}
      </div>
    </RecordFieldLayout>
  )
}
