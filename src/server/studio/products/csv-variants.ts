import { type CatalogEntry, type EntryVariant, entryVariant } from '#src/contract/entry.ts'
import { toChoiceText } from '#src/rules/product/choice-ids.ts'
import { toVariantId } from '../../shop/stock/stock-items.ts'
import { formatCell, parseCell } from './csv-cells.ts'

// Rows of variants. A row with a choice is a variant of the product with its slug.

/** Values of a variant from CSV rows, before validation by the schema of an entry. */
export type VariantDraft = Record<string, unknown> & Pick<EntryVariant, 'choice'>

/** The product of a row. A new product has no id yet. */
export interface RowProduct extends Pick<CatalogEntry, 'slug' | 'options'> {
  id: string | undefined
}

interface VariantCell {
  format(variant: EntryVariant, product: RowProduct): string
  /**
   * Sets the part from a cell.
   * @throws CellError if the cell does not have the format of the part.
   */
  parse(draft: VariantDraft, cell: string): void
}

type VariantPart = Exclude<keyof EntryVariant, 'choice'>

function toCell(part: VariantPart, type: 'text' | 'rupees' | 'integer'): VariantCell {
  const field = { type, schema: entryVariant.shape[part] }
  return {
    format: (variant) => String(variant[part] ?? ''),
    parse(draft, cell) {
      draft[part] = parseCell(part, field, cell)
    },
  }
}

/** Column with the stock at the time of the export. It shows an import which counts the file changes. */
export const STOCK_SEEN = 'stockSeen'

/** @throws CellError */
export const parseStockSeen = (cell: string): unknown =>
  cell === ''
    ? undefined
    : parseCell(STOCK_SEEN, { type: 'integer', schema: entryVariant.shape.stock }, cell)

/** Column with the id of a variant, which an import looks up first. */
export const VARIANT_ID = 'variantId'

export const getRowId = (
  { choice }: Pick<EntryVariant, 'choice'>,
  { id, options }: Omit<RowProduct, 'slug'>,
): string => (id === undefined ? '' : toVariantId(id, toChoiceText(options, choice)))

/** Column that distinguishes rows of variants from rows of products. */
export const CHOICE = 'choice'
const CHOICE_FIELD = { type: 'pairs', schema: entryVariant.shape.choice } as const

export const formatChoice = (choice: EntryVariant['choice']): string =>
  formatCell(CHOICE, CHOICE_FIELD, choice)

/** The cells of a variant's row by column. Other columns are empty. */
export const VARIANT_CELLS = {
  slug: { format: (_variant, { slug }) => slug, parse() {} },
  [VARIANT_ID]: {
    format: getRowId,
    parse(draft, cell) {
      draft[VARIANT_ID] = cell
    },
  },
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

/** Returns the column for a part of a variant; parts of the choice share one column. */
export function toVariantColumn(part: string): VariantColumn {
  if (part === 'picture') return 'variantPicture'
  return findVariantCell(part) ? (part as VariantColumn) : CHOICE
}
