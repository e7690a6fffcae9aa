import { type CatalogEntry, type EntryVariant, entryVariant } from '#src/contract/entry.ts'
import { formatCell, parseCell } from './csv-cells.ts'

// Rows of variants: a row with a choice is of that variant of the product with its slug.

/** What rows of a CSV file say of a variant; checked by the schema of an entry afterwards. */
export type VariantDraft = Record<string, unknown> & Pick<EntryVariant, 'choice'>

interface VariantCell {
  format(variant: EntryVariant, product: Pick<CatalogEntry, 'slug'>): string
  /**
   * Sets the part by a cell.
   * @throws CellError when the cell has another form than the part.
   */
  parse(draft: VariantDraft, cell: string): void
}

type VariantPart = Exclude<keyof EntryVariant, 'choice'>

function toCell(part: VariantPart, type: 'text' | 'rupees' | 'integer'): VariantCell {
  const field = { type, rule: entryVariant.shape[part] }
  return {
    format: (variant) => String(variant[part] ?? ''),
    parse(draft, cell) {
      draft[part] = parseCell(part, field, cell)
    },
  }
}

/** The column with the stock as it was exported, by which an import tells which counts the file changes. */
export const STOCK_SEEN = 'stockSeen'

/** @throws CellError */
export const parseStockSeen = (cell: string): unknown =>
  cell === ''
    ? undefined
    : parseCell(STOCK_SEEN, { type: 'integer', rule: entryVariant.shape.stock }, cell)

/** The column that tells rows of variants from those of products. */
export const CHOICE = 'choice'
const CHOICE_FIELD = { type: 'pairs', rule: entryVariant.shape.choice } as const

export const formatChoice = (choice: EntryVariant['choice']): string =>
  formatCell(CHOICE, CHOICE_FIELD, choice)

/** The cells of a row by column; the others are empty. A variant is found by its slug and choice. */
export const VARIANT_CELLS = {
  slug: { format: (_variant, { slug }) => slug, parse() {} },
  [CHOICE]: {
    format: ({ choice }) => formatChoice(choice),
    parse(draft, cell) {
      draft.choice = parseCell(CHOICE, CHOICE_FIELD, cell) as EntryVariant['choice']
    },
  },
  price: toCell('price', 'rupees'),
  listPrice: toCell('listPrice', 'rupees'),
  stock: toCell('stock', 'integer'),
  [STOCK_SEEN]: {
    format: ({ stock }) => String(stock),
    parse(draft, cell) {
      draft[STOCK_SEEN] = parseStockSeen(cell)
    },
  },
  sku: toCell('sku', 'text'),
  barcode: toCell('barcode', 'text'),
  variantPicture: toCell('picture', 'text'),
} satisfies Record<string, VariantCell>
export type VariantColumn = keyof typeof VARIANT_CELLS

export const findVariantCell = (column: string): VariantCell | undefined =>
  Object.hasOwn(VARIANT_CELLS, column) ? VARIANT_CELLS[column as VariantColumn] : undefined

/** The column of a part of a variant; that of the choice for all of them. */
export function toVariantColumn(part: string): VariantColumn {
  if (part === 'picture') return 'variantPicture'
  return findVariantCell(part) ? (part as VariantColumn) : CHOICE
}
