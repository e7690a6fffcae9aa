import type { EditorOrder } from '#src/contract/editor-orders.ts'
import { presetShelved } from '#src/editing/back-on-shelf.ts'
import { Field } from '#src/ui/Field.tsx'

export interface BackLine {
  position: number
  title: string
  personalised: boolean
  count: number
}

interface Piece {
  position: number
  quantity: number
}

/** The lines that are in the parcel, or will be, with their pieces. */
export const listLeft = ({ lines }: EditorOrder) =>
  lines
    .map((line) => ({ ...line, count: line.quantity - line.cancelled - line.returned }))
    .filter(({ count }) => count > 0)

/** The lines of pieces of an order. */
export const pickLines = ({ lines }: EditorOrder, pieces: readonly Piece[]) =>
  lines.flatMap((line) => {
    const piece = pieces.find(({ position }) => position === line.position)
    return piece ? [{ ...line, count: piece.quantity }] : []
  })

/** What is typed, by the position of the line; the reason decides a line that is not there. */
export type TypedShelf = Readonly<Record<number, string>>

/** @returns undefined if a typed number is not possible. */
export function toShelved(lines: readonly BackLine[], reason: string, typed: TypedShelf) {
  const shelved = lines.map((line) => {
    const text = typed[line.position] ?? String(presetShelved(line, reason))
    const quantity = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
    return { position: line.position, quantity, isPossible: quantity <= line.count }
  })
  return shelved.every(({ isPossible }) => isPossible)
    ? shelved.map(({ position, quantity }) => ({ position, quantity }))
    : undefined
}

interface Props {
  lines: readonly BackLine[]
  reason: string
  typed: TypedShelf
  onType: (typed: TypedShelf) => void
}

/** Asks how many of the pieces go on the shelf: damaged, lost and personalised ones are not for sale. */
export const ShelfFields = ({ lines, reason, typed, onType }: Props) => (
  <fieldset>
    <legend className="mb-2 text-sm font-medium">Back on the shelf</legend>
    <div className="flex flex-col gap-3">
      {lines.map((line) => {
        const { position, title, count } = line
        const value = typed[position] ?? String(presetShelved(line, reason))
        return (
          <Field
            key={position}
            label={`${title}, of ${count}`}
            name={`shelf-${position}`}
            required
            inputMode="numeric"
            autoComplete="off"
            value={value}
            error={toShelved([line], reason, typed) ? undefined : `A number from 0 to ${count}.`}
            onChange={({ target }) => onType({ ...typed, [position]: target.value })}
          />
        )
      })}
    </div>
  </fieldset>
)
