import { useContext, useEffect, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { ENTRY_FIELDS, toChoiceKey } from '#src/contract/entry.ts'
import { MAX_VARIANTS } from '#src/contract/values.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { count } from '#src/rules/count.ts'
import { toCanonicalJson, toChoiceText } from '#src/rules/product/choice-ids.ts'
import { listCombinations } from '#src/rules/product/options.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { FieldErrorMessage, Input } from '#src/ui/Field.tsx'
import { toast } from '../app/toasts.tsx'
import { $stockOf } from '../product-list/stock-of.ts'
import { getError, RecordNumberField, toNumber } from '../record/fields.tsx'
import { OptionSelect } from '../ui/controls.tsx'
import type { FormValues } from './form-schema.ts'
import { useIdentifiedOptions, useOptionNames, useOptions } from './option-rows.ts'
import { StockContext } from './stock-context.ts'
import { toTitle, VariantsTable } from './VariantsTable.tsx'

type Row = FormValues['variants'][number]

const useRows = (): Row[] => useWatch<FormValues, 'variants'>({ name: 'variants' })

/** With variants, the price of those that have none of their own. */
export function PriceField() {
  const hasVariants = useRows().length > 0
  const { price } = ENTRY_FIELDS
  return (
    <RecordNumberField
      name="price"
      label={price.formLabel ?? price.label}
      schema={price.schema}
      hint={hasVariants && 'Of every variant without a price of its own.'}
      isDecimal
    />
  )
}

/** With variants, their sum. */
export function StockField() {
  const product = useContext(StockContext)
  const held = product?.held ?? 0
  const { setValue, formState } = useFormContext<FormValues>()
  const rows = useRows()
  const hasVariants = rows.length > 0
  const sum = rows.reduce((total, { stock }) => total + (Number(stock) || 0), 0)
  // react-hook-form has no derived fields: resolver, draft and comparison read the sum from the form.
  useEffect(() => {
    if (hasVariants) setValue('stock', sum)
  }, [hasVariants, sum, setValue])
  const { label, schema } = ENTRY_FIELDS.stock
  const text = [
    hasVariants && 'The sum of the variants.',
    held > 0 && `${held} of them ${held === 1 ? 'is' : 'are'} held by orders.`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <RecordNumberField
      name="stock"
      label={label}
      schema={schema}
      hint={
        product ? (
          <>
            {text}{' '}
            <LinkButton
              className="disabled:no-underline"
              disabled={formState.isDirty}
              title={formState.isDirty ? 'Save or discard what you typed first.' : undefined}
              onClick={() => $stockOf.set({ id: product.id, title: product.entry.title })}
            >
              ± Pieces come or go
            </LinkButton>
          </>
        ) : (
          text
        )
      }
      readOnly={hasVariants}
    />
  )
}

/** Pieces in parts that differ by one at most. */
const distribute = (pieces: number, parts: number): number[] => {
  const free = Math.max(0, pieces)
  const least = Math.floor(free / parts)
  return Array.from({ length: parts }, (_, index) => least + (index < free % parts ? 1 : 0))
}

function describeDistribution(counts: readonly number[], held: number): string {
  const pieces = counts.reduce((sum, part) => sum + part, 0)
  const rest = held > 0 ? ` ${count(held, 'piece')} held by orders stay with the product.` : ''
  return `${count(pieces, 'piece')} distributed to ${count(counts.length, 'variant')}. Correct the numbers.${rest}`
}

/** A row for each choice of options, with what it has of its own. */
export function VariantsField() {
  const { control, formState, getValues, setValue } = useFormContext<FormValues>()
  const { held = 0, removed = [] } = useContext(StockContext) ?? {}
  const identified = useIdentifiedOptions()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'variants' })
  const rows = useRows()
  const options = useOptions()
  const combinations = options ? listCombinations(options) : []
  useOptionNames()
  const isOffered = new Set(combinations.map(toChoiceKey))
  const known = new Set(rows.map(({ choice }) => toChoiceKey(choice)))
  const missing = combinations.filter((choice) => !known.has(toChoiceKey(choice)))
  const obsolete = rows.filter(({ choice }) => !isOffered.has(toChoiceKey(choice)))
  const fits = combinations.length <= MAX_VARIANTS

  const addRows = () => {
    const shelf = new Map(removed.map(({ ids, onHand }) => [toCanonicalJson(ids), onHand]))
    const isFirst = rows.length === 0 && String(getValues('stock')) !== ''
    const counts = isFirst ? distribute(Number(getValues('stock')) - held, missing.length) : []
    const added = missing.map((choice, index) => {
      const onShelf = shelf.get(toChoiceText(identified, choice))
      const stock = isFirst ? (counts[index] ?? 0) + (onShelf ?? 0) : (onShelf ?? '')
      return { choice, sku: '', barcode: '', price: '', listPrice: '', stock, picture: '' }
    })
    append(added as unknown as Row[], { shouldFocus: false })
    if (isFirst && missing.length > 1) toast.success(describeDistribution(counts, held))
  }
  const removeRows = (removed: Row[], what: string) => {
    const before = structuredClone(getValues('variants'))
    const keys = new Set(removed.map(({ choice }) => toChoiceKey(choice)))
    replace(before.filter(({ choice }) => !keys.has(toChoiceKey(choice))))
    toast.success(what, { label: 'Undo', onClick: () => replace(before) })
  }
  const removeAll = () => {
    // Orders keep the pieces of the variants that they hold.
    const rest = Math.max(0, Number(getValues('stock')) - held)
    removeRows(rows, 'All choices share price and stock again.')
    setValue('stock', rest, { shouldDirty: true })
  }
  const listError =
    getError(formState.errors, 'variants') ?? getError(formState.errors, 'variants.root')

  return (
    <div className="flex flex-col gap-4">
      <RemovedVariants />
      {rows.length > 1 && <SetForAll count={rows.length} />}
      {obsolete.length > 0 && (
        <div role="status" className="flex flex-col items-start gap-2 text-sm">
          <p className="font-medium text-danger">
            {`${obsolete.map(toTitle).join('; ')}: the options have no such choice any more. Remove ${obsolete.length === 1 ? 'its variant' : 'these variants'}, or add the choice again.`}
          </p>
          <Button
            variant="secondary"
            onClick={() =>
              removeRows(obsolete, `${count(obsolete.length, 'variant')} without a choice removed.`)
            }
          >
            Remove {count(obsolete.length, 'variant')} without a choice
          </Button>
        </div>
      )}
      {fields.length > 0 && <VariantsTable ids={fields.map(({ id }) => id)} onRemove={remove} />}
      <FieldErrorMessage id="variants" error={listError} />
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
          <Button variant="secondary" onClick={addRows}>
            {rows.length === 0
              ? 'Create variants'
              : `Add ${count(missing.length, 'missing variant')}`}
          </Button>
        )}
        {rows.length > 0 && (
          <Button variant="secondary" onClick={removeAll}>
            Remove all variants
          </Button>
        )}
      </div>
    </div>
  )
}

/** Lists removed variants that still have pieces. */
function RemovedVariants() {
  const all = useContext(StockContext)?.removed ?? []
  const removed = all.filter(({ onHand, held }) => onHand + held > 0)
  if (removed.length === 0) return null
  return (
    <ul aria-label="Removed choices with pieces" className="text-sm text-muted">
      {removed.map(({ choice, onHand, held }) => (
        <li key={JSON.stringify(choice)}>
          {`${formatVariant(choice) || 'Without a choice'}: removed, ${count(onHand, 'piece')} on the shelf, ${held} held by orders.`}
        </li>
      ))}
    </ul>
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
      <OptionSelect
        label="What is set for all variants"
        options={Object.entries(SET_FIELDS)}
        value={name}
        onChange={({ target }) => setName(target.value as keyof typeof SET_FIELDS)}
      />
      <Input
        aria-label={`${SET_FIELDS[name]} of all variants`}
        inputMode="decimal"
        autoComplete="off"
        className="w-28"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button variant="secondary" onClick={setAll}>
        Set for all {count}
      </Button>
    </fieldset>
  )
}
