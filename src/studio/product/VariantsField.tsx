import { createContext, useContext, useEffect, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { EditorProduct } from '#src/contract/editor.ts'
import { ENTRY_FIELDS, toChoiceKey } from '#src/contract/entry.ts'
import { MAX_VARIANTS } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { listCombinations } from '#src/rules/product/options.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { FieldErrorMessage, Input } from '#src/ui/Field.tsx'
import { toast } from '../app/toasts.tsx'
import { $stockOf } from '../product-list/stock-of.ts'
import { getError, RecordNumberField, toNumber } from '../record/fields.tsx'
import { OptionSelect } from '../ui/controls.tsx'
import type { FormValues } from './form-schema.ts'
import { RenamedChoices, useOptions, useRenamedRows } from './RenamedChoices.tsx'
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
      rule={price.rule}
      hint={hasVariants && 'Of every variant without a price of its own.'}
      isDecimal
    />
  )
}

/** The saved product, whose orders have pieces; undefined for a new one and for a draft. */
export const StockContext = createContext<EditorProduct | undefined>(undefined)

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
  const { label, rule } = ENTRY_FIELDS.stock
  const text = [
    hasVariants && 'The sum of the variants.',
    held > 0 && `${held} of them are sold, not sent.`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <RecordNumberField
      name="stock"
      label={label}
      rule={rule}
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

/** A row for each choice of options, with what it has of its own. */
export function VariantsField() {
  const { control, formState, getValues } = useFormContext<FormValues>()
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
          <Button
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
