import {
  type ClipboardEvent,
  createContext,
  type KeyboardEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type UseFormSetValue, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { Option, Variant } from '#src/contract/catalog.ts'
import { ENTRY_FIELDS, toChoiceKey } from '#src/contract/entry.ts'
import { MAX_VARIANTS } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { listCombinations } from '#src/rules/product/options.ts'
import { describeRenames, findRenames, renameChoice } from '#src/rules/product/renamed-choices.ts'
import { Button } from '#src/ui/Button.tsx'
import { denseControlClass } from '#src/ui/Field.tsx'
import { toast } from '../app/toasts.tsx'
import { Choice, getError, NumberText, Text, toFieldId, toNumber } from '../record/fields.tsx'

import { type FormValues, splitLines } from './form-schema.ts'

type Row = FormValues['variants'][number]
type OptionRow = NonNullable<FormValues['options'][number]>

const rules = ENTRY_FIELDS.variants.rule.unwrap().element.shape

const useRows = (): Row[] => useWatch<FormValues, 'variants'>({ name: 'variants' })

/** The options of the form; undefined while one has no name or no value. */
function toOptions(rows: readonly (Partial<OptionRow> | undefined)[]): Option[] | undefined {
  const options = rows.flatMap((row) => {
    const { name = '', values = '' } = row ?? {}
    return name.trim() || values.trim()
      ? [{ name: name.trim(), values: [...new Set(splitLines(values))] }]
      : []
  })
  const isComplete = options.every(({ name, values }) => name !== '' && values.length > 0)
  return isComplete ? options : undefined
}

const useOptions = (): Option[] | undefined =>
  toOptions(useWatch<FormValues, 'options'>({ name: 'options' }))

const isChoiceOf = (options: readonly Option[], choice: Variant): boolean =>
  Object.keys(choice).length === options.length &&
  options.every(({ name, values }) => values.includes(choice[name] ?? ''))

/** A choice that is called otherwise while it is typed keeps its row, and stays the default. */
function useRenamedRows(): void {
  const { getValues, setValue } = useFormContext<FormValues>()
  const options = useOptions()
  /** The options that the rows had last. */
  const known = useRef<Option[]>([])
  useEffect(() => {
    if (!options) return
    const renames = findRenames({ options: known.current }, { options })
    const rows = getValues('variants')
    if (renames.length > 0)
      for (const [index, { choice }] of rows.entries())
        setValue(`variants.${index}.choice`, renameChoice(choice, renames), { shouldDirty: true })
    const renamed = new Map(renames.map(({ to, values }) => [to, values]))
    let isKnown = getValues('variants').every(({ choice }) => isChoiceOf(options, choice))
    for (const [index, row] of getValues('options').entries()) {
      const { name = '', initial = '' } = row ?? {}
      const next = renamed.get(name.trim())?.get(initial) ?? initial
      if (next !== initial) setValue(`options.${index}.initial`, next, { shouldDirty: true })
      const option = options.find((known) => known.name === name.trim())
      isKnown &&= next === '' || option === undefined || option.values.includes(next)
    }
    if (isKnown) known.current = options
  }, [options, getValues, setValue])
}

/** What is called otherwise than in the saved product, with what that means. */
function RenamedChoices() {
  const { formState } = useFormContext<FormValues>()
  const options = useOptions()
  const saved = toOptions(formState.defaultValues?.options ?? [])
  const renames = options && saved ? findRenames({ options: saved }, { options }) : []
  const texts = describeRenames(renames)
  if (texts.length === 0) return null
  return (
    <p role="status" className="text-sm text-muted">
      {`${texts.join('; ')}: stock, SKU, carts, wishlists and orders keep it. For another one, add it on a line of its own, save, and remove this one then.`}
    </p>
  )
}

/** E.g. `M, Ivory`. A product without options is its only variant. */
const toTitle = ({ choice }: Row): string => Object.values(choice).join(', ') || 'The piece'

/** With variants, the price of those that have none of their own. */
export function PriceField() {
  const hasVariants = useRows().length > 0
  const { price } = ENTRY_FIELDS
  return (
    <NumberText
      name="price"
      label={price.formLabel ?? price.label}
      rule={price.rule}
      hint={hasVariants && 'Of every variant without a price of its own.'}
      isDecimal
    />
  )
}

/** The pieces of the product that orders have. */
export const HeldContext = createContext(0)

/** With variants, their sum. */
export function StockField() {
  const held = useContext(HeldContext)
  const { setValue } = useFormContext<FormValues>()
  const rows = useRows()
  const hasVariants = rows.length > 0
  const sum = rows.reduce((total, { stock }) => total + (Number(stock) || 0), 0)
  // react-hook-form has no derived fields: resolver, draft and comparison read the sum from the form.
  useEffect(() => {
    if (hasVariants) setValue('stock', sum)
  }, [hasVariants, sum, setValue])
  const { label, rule } = ENTRY_FIELDS.stock
  return (
    <NumberText
      name="stock"
      label={label}
      rule={rule}
      hint={[
        hasVariants && 'The sum of the variants.',
        held > 0 && `${held} of them are sold, not sent.`,
      ]
        .filter(Boolean)
        .join(' ')}
      readOnly={hasVariants}
    />
  )
}

/** The columns that are typed, in their order, which a pasted sheet has, too. */
const CELLS = ['stock', 'price', 'listPrice', 'sku', 'barcode'] as const
type Cell = (typeof CELLS)[number]

const CELL_LABELS: Record<Cell, string> = {
  stock: 'Stock',
  price: 'Own price in ₹',
  listPrice: 'List price in ₹',
  sku: 'SKU',
  barcode: 'Barcode',
}

/** In place of a label, above its column. */
const CELL_HEADINGS: Partial<Record<Cell, string>> = { price: 'Own ₹', listPrice: 'List ₹' }

const isNumberCell = (cell: Cell): cell is 'stock' | 'price' | 'listPrice' =>
  cell !== 'sku' && cell !== 'barcode'

const TABLE_COLUMNS =
  '@2xl:grid-cols-[minmax(3.5rem,1fr)_3.75rem_5rem_5rem_minmax(4rem,1fr)_7.5rem_4.5rem_3.75rem] @2xl:gap-x-2'

/** The row and the column of a field of the table. */
function readCell(target: EventTarget): { row: number; column: number } | undefined {
  const { name = '' } = target as Partial<HTMLInputElement>
  const [, row = '', part = ''] = /^variants\.(\d+)\.(\w+)$/.exec(name) ?? []
  const column = CELLS.indexOf(part as Cell)
  return column < 0 ? undefined : { row: Number(row), column }
}

/** Enter goes to the field below, as in a sheet; Shift and Enter to the one above. */
function goDown(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.key === 'Enter' ? readCell(event.target) : undefined
  if (!cell) return
  event.preventDefault()
  const row = cell.row + (event.shiftKey ? -1 : 1)
  const next = document.getElementById(toFieldId(`variants.${row}.${CELLS[cell.column]}`))
  if (next instanceof HTMLInputElement) next.select()
}

/** Cells that are copied from a sheet fill the table from the field on. */
function pasteCells(
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

/** A row for each choice of options, with what it has of its own. */
export function VariantsField() {
  const { control, formState, getValues, setValue } = useFormContext<FormValues>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'variants' })
  const rows = useRows()
  const options = useOptions()
  const combinations = options ? listCombinations(options) : []
  useRenamedRows()
  const isOffered = new Set(combinations.map(toChoiceKey))
  const known = new Set(rows.map(({ choice }) => toChoiceKey(choice)))
  const missing = combinations.filter((choice) => !known.has(toChoiceKey(choice)))
  const obsolete = rows.filter(({ choice }) => !isOffered.has(toChoiceKey(choice)))
  const fits = combinations.length <= MAX_VARIANTS

  const addRows = () => {
    const stock = rows.length === 0 && missing.length === 1 ? getValues('stock') : ''
    const blank = { sku: '', barcode: '', price: '', listPrice: '', stock, picture: '' }
    append(missing.map((choice) => ({ choice, ...blank })) as unknown as Row[], {
      shouldFocus: false,
    })
  }
  const removeRows = (removed: Row[], what: string) => {
    const before = structuredClone(getValues('variants'))
    const keys = new Set(removed.map(({ choice }) => toChoiceKey(choice)))
    replace(before.filter(({ choice }) => !keys.has(toChoiceKey(choice))))
    toast.success(what, { label: 'Undo', onClick: () => replace(before) })
  }
  const listError =
    getError(formState.errors, 'variants') ?? getError(formState.errors, 'variants.root')

  return (
    <div className="flex flex-col gap-4">
      <RenamedChoices />
      {rows.length > 1 && <SetForAll count={rows.length} />}
      {obsolete.length > 0 && (
        <div role="status" className="flex flex-col items-start gap-2 text-sm">
          <p className="font-medium text-danger">
            {`${obsolete.map(toTitle).join('; ')}: the options have no such choice any more. Remove ${obsolete.length === 1 ? 'its variant' : 'these variants'}, or add the choice again.`}
          </p>
          <Button
            size="dense"
            variant="secondary"
            onClick={() =>
              removeRows(obsolete, `${count(obsolete.length, 'variant')} without a choice removed.`)
            }
          >
            Remove {count(obsolete.length, 'variant')} without a choice
          </Button>
        </div>
      )}
      {fields.length > 0 && (
        <div className="@container">
          <div
            aria-hidden="true"
            className={`hidden pb-1 text-sm font-medium @2xl:grid ${TABLE_COLUMNS}`}
          >
            <span />
            {CELLS.map((part) => (
              <span key={part}>{CELL_HEADINGS[part] ?? CELL_LABELS[part]}</span>
            ))}
            <span>Picture</span>
            <span />
          </div>
          <ul
            className="flex flex-col gap-5 @2xl:gap-1.5"
            onKeyDown={goDown}
            onPaste={(event) => pasteCells(event, rows.length, setValue)}
          >
            {fields.map(({ id }, index) => (
              <VariantRow key={id} index={index} onRemove={() => remove(index)} />
            ))}
          </ul>
        </div>
      )}
      {listError && <p className="text-sm font-medium text-danger">{listError}</p>}
      {!fits && (
        <p role="status" className="text-sm text-muted">
          {`The options make ${combinations.length} choices; a product may have ${MAX_VARIANTS} variants.`}
        </p>
      )}
      {rows.length > 0 && missing.length > 0 && (
        <p role="status" className="text-sm text-muted">
          {`Without a variant, shoppers see “Not available”: ${missing
            .slice(0, 12)
            .map((choice) => Object.values(choice).join(', '))
            .join('; ')}${missing.length > 12 ? ` and ${missing.length - 12} more` : ''}.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {missing.length > 0 && fits && (
          <Button size="dense" variant="secondary" onClick={addRows}>
            {rows.length === 0
              ? 'Create variants'
              : `Add ${count(missing.length, 'missing variant')}`}
          </Button>
        )}
        {rows.length > 0 && (
          <Button
            size="dense"
            variant="secondary"
            onClick={() => removeRows(rows, 'All choices share price and stock again.')}
          >
            Remove all variants
          </Button>
        )}
      </div>
    </div>
  )
}

function VariantRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { formState } = useFormContext<FormValues>()
  const row = useWatch<FormValues, `variants.${number}`>({ name: `variants.${index}` })
  const pictures = useWatch<FormValues, 'pictures'>({ name: 'pictures' })
  const title = toTitle(row)
  const path = `variants.${index}` as const
  const error = getError(formState.errors, `${path}.choice`)
  return (
    <li
      className={`flex flex-col gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0 @2xl:grid @2xl:items-start @2xl:border-t-0 @2xl:pt-0 ${TABLE_COLUMNS}`}
    >
      <div className="flex items-center justify-between gap-3 @2xl:contents">
        <h3
          id={toFieldId(`${path}.choice`)}
          tabIndex={-1}
          aria-invalid={error ? true : undefined}
          className="min-w-0 font-sans text-sm font-medium wrap-anywhere @2xl:self-center"
        >
          {title}
        </h3>
        <button
          type="button"
          className="min-h-11 shrink-0 text-sm link @2xl:order-last"
          onClick={onRemove}
        >
          Remove<span className="sr-only"> the variant {title}</span>
        </button>
      </div>
      {error && (
        <p className="text-sm font-medium text-danger @2xl:order-last @2xl:col-span-full">
          {error}
        </p>
      )}
      {/* In a table the columns say what the fields are. */}
      <fieldset
        aria-label={title}
        className="grid min-w-0 grid-cols-2 gap-3 sm:grid-cols-3 @2xl:contents @2xl:[&_label]:sr-only @2xl:[&_span:has(>label)]:sr-only"
      >
        {CELLS.map((part) =>
          isNumberCell(part) ? (
            <NumberText
              key={part}
              name={`${path}.${part}`}
              label={CELL_LABELS[part]}
              rule={rules[part]}
              isDecimal={part !== 'stock'}
            />
          ) : (
            <Text
              key={part}
              name={`${path}.${part}`}
              label={CELL_LABELS[part]}
              inputMode={part === 'barcode' ? 'numeric' : undefined}
            />
          ),
        )}
        <Choice
          name={`${path}.picture`}
          label="Picture"
          options={[
            ['', 'As the product'],
            ...pictures.map(
              ({ file, alt }, at) => [file, `${at + 1}. ${alt || 'No text'}`] as const,
            ),
          ]}
        />
      </fieldset>
    </li>
  )
}

const SET_FIELDS = { stock: 'Stock', price: 'Own price', listPrice: 'List price' } as const

/** Writes one number into every row. */
function SetForAll({ count }: { count: number }) {
  const { setValue } = useFormContext<FormValues>()
  const [name, setName] = useState<keyof typeof SET_FIELDS>('stock')
  const [text, setText] = useState('')
  const setAll = () => {
    for (let index = 0; index < count; index++)
      setValue(`variants.${index}.${name}`, toNumber(text) as number, {
        shouldDirty: true,
        shouldValidate: true,
      })
  }
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="sr-only">Set for all variants</legend>
      <select
        aria-label="What is set for all variants"
        className={denseControlClass}
        value={name}
        onChange={({ target }) => setName(target.value as keyof typeof SET_FIELDS)}
      >
        {Object.entries(SET_FIELDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label={`${SET_FIELDS[name]} of all variants`}
        inputMode="decimal"
        autoComplete="off"
        className={`${denseControlClass} w-28`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button size="dense" variant="secondary" onClick={setAll}>
        Set for all {count}
      </Button>
    </fieldset>
  )
}
