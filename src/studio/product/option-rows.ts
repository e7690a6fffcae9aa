import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Option, Variant } from '#src/contract/catalog.ts'
import type { OptionIds } from '#src/rules/product/choice-ids.ts'
import { type FormValues, splitLines } from './form-schema.ts'
import { toIdentified } from './option-ids.ts'

/** The options of the form; undefined while one is not complete. */
export function useOptions(): Option[] | undefined {
  const rows = useWatch<FormValues, 'options'>({ name: 'options' })
  const options = rows.flatMap((row) => {
    const { name = '', values = '' } = row ?? {}
    return name.trim() || values.trim()
      ? [{ name: name.trim(), values: [...new Set(splitLines(values))] }]
      : []
  })
  const isComplete = options.every(({ name, values }) => name !== '' && values.length > 0)
  return isComplete ? options : undefined
}

/** The options of the form with the ids that a save gives them. */
export function useIdentifiedOptions(): OptionIds[] {
  const rows = useWatch<FormValues, 'options'>({ name: 'options' })
  return toIdentified(
    rows.flatMap((row) => {
      const { name = '', values = '', saved } = row ?? {}
      return name.trim() ? { name: name.trim(), values: splitLines(values), saved } : []
    }),
  )
}

const toRenamedKey = (choice: Variant, from: string, to: string): Variant =>
  Object.fromEntries(
    Object.entries(choice).map(([name, value]) => [name === from ? to : name, value]),
  )

/** The name of an option is typed: its variants stay those of the option. */
export function useOptionNames(): void {
  const { getValues, setValue } = useFormContext<FormValues>()
  const rows = useWatch<FormValues, 'options'>({ name: 'options' })
  const names = rows.map((row) => row?.name?.trim() ?? '')
  const known = useRef(names)
  const key = JSON.stringify(names)
  useEffect(() => {
    const next = JSON.parse(key) as string[]
    const before = known.current
    const changed = next.flatMap((name, index) => (name === before[index] ? [] : index))
    const [index, ...others] = changed
    const isTyped = next.length === before.length && others.length === 0
    if (isTyped && index !== undefined) {
      const [from = '', to = ''] = [before[index], next[index]]
      // A name that is empty for a moment keeps the variants.
      if (to === '' || before.filter((name) => name === from).length > 1) return
      for (const [at, { choice }] of getValues('variants').entries())
        if (Object.hasOwn(choice, from))
          setValue(`variants.${at}.choice`, toRenamedKey(choice, from, to), { shouldDirty: true })
    }
    known.current = next
  }, [key, getValues, setValue])
}

/** Renames a value of an option in the form: its id, its variants and its place stay. */
export function useRenameValue(index: number): (from: string, to: string) => void {
  const { getValues, setValue } = useFormContext<FormValues>()
  return (from, to) => {
    const row = getValues(`options.${index}`)
    if (!row) return
    const { [from]: id, ...ids } = row.saved?.ids ?? {}
    const dirty = { shouldDirty: true, shouldValidate: true }
    const lines = splitLines(row.values).map((value) => (value === from ? to : value))
    if (row.saved && id !== undefined)
      setValue(`options.${index}.saved`, { ...row.saved, ids: { ...ids, [to]: id } }, dirty)
    const name = row.name.trim()
    for (const [at, { choice }] of getValues('variants').entries())
      if (choice[name] === from) setValue(`variants.${at}.choice`, { ...choice, [name]: to }, dirty)
    setValue(`options.${index}.values`, lines.join('\n'), dirty)
    if (row.initial === from) setValue(`options.${index}.initial`, to, dirty)
  }
}
