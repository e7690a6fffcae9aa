import type { OrderLine } from '#src/contract/orders.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { SelectField } from '#src/ui/Field.tsx'
import type { FieldReader } from '../form/use-form.ts'

/** A line of an order, and how many of its pieces can be chosen. */
export interface Choosable {
  line: OrderLine
  most: number
}

const toName = ({ line: { position } }: Choosable) => `line-${position}`

/** The pieces that are chosen. */
export const readPieces = (choosable: readonly Choosable[], read: FieldReader) =>
  choosable.flatMap((row) => {
    const quantity = Number(read(toName(row)))
    return quantity > 0 ? [{ position: row.line.position, quantity }] : []
  })

/** The error of the first field if nothing is chosen. */
export const validatePieces = (
  choosable: readonly Choosable[],
  read: FieldReader,
  message: string,
): Record<string, string> =>
  choosable[0] && readPieces(choosable, read).length === 0
    ? { [toName(choosable[0])]: message }
    : {}

interface Props {
  choosable: readonly Choosable[]
  field: (name: string) => { name: string; error: string | undefined }
  /** The label of a number of pieces. */
  toLabel: (quantity: number) => string
  /** All pieces of the only line are chosen at first. */
  startsWithAll?: boolean
}

/** A field for each line with the number of its pieces. */
export const PieceFields = ({ choosable, field, toLabel, startsWithAll = false }: Props) =>
  choosable.map((row) => (
    <SelectField
      key={row.line.position}
      label={[row.line.title, formatVariant(row.line.variant)].filter(Boolean).join(', ')}
      {...field(toName(row))}
      defaultValue={startsWithAll && choosable.length === 1 ? row.most : 0}
      required
    >
      {Array.from({ length: row.most + 1 }, (_, quantity) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
        <option key={quantity} value={quantity}>
          {quantity === 0 ? 'Keep' : toLabel(quantity)}
        </option>
      ))}
    </SelectField>
  ))
