import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Option, Variant } from '#src/contract/catalog.ts'
import { describeRenames, findRenames, renameChoice } from '#src/rules/product/renamed-choices.ts'
import { type FormValues, splitLines } from './form-schema.ts'

type OptionRow = NonNullable<FormValues['options'][number]>

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

/** @returns the options of the form; undefined while one is not complete. */
export const useOptions = (): Option[] | undefined =>
  toOptions(useWatch<FormValues, 'options'>({ name: 'options' }))

const isChoiceOf = (options: readonly Option[], choice: Variant): boolean =>
  Object.keys(choice).length === options.length &&
  options.every(({ name, values }) => values.includes(choice[name] ?? ''))

/** A choice that is called otherwise while it is typed keeps its row, and stays the default. */
export function useRenamedRows(): void {
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
export function RenamedChoices() {
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
