import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { option } from '#src/contract/catalog.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldErrorMessage, Input } from '#src/ui/Field.tsx'
import { OptionSelect } from '../ui/controls.tsx'
import { type FormValues, splitLines } from './form-schema.ts'
import { useRenameValue } from './option-rows.ts'

const value = option.shape.values.element

/** Renames a choice, which stays the same one. A line that is typed anew is another choice. */
export function RenameChoice({ index }: { index: number }) {
  const row = useWatch<FormValues, `options.${number}`>({ name: `options.${index}` })
  const rename = useRenameValue(index)
  const [from, setFrom] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const id = `rename-choice-${index}`
  const lines = splitLines(row?.values ?? '')
  const hasVariants = useWatch<FormValues, 'variants'>({ name: 'variants' }).length > 0
  const [first] = lines
  if (first === undefined || !(row?.saved || hasVariants)) return null
  const chosen = lines.includes(from) ? from : first
  const submit = () => {
    const { data: to } = value.safeParse(text)
    if (to === undefined) return setError('Enter a name of at most 80 characters.')
    if (lines.some((name) => name === to)) return setError('Another choice has this name.')
    rename(chosen, to)
    setText('')
  }
  return (
    <fieldset className="sm:col-span-full">
      <legend className="mb-2 text-sm text-muted">
        Rename a choice: its stock, carts and orders follow. A line that you type anew above is
        another choice, with a stock of its own.
      </legend>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-end gap-3">
          <OptionSelect
            label="Choice to rename"
            options={lines.map((name) => [name, name] as const)}
            value={chosen}
            onChange={({ target }) => setFrom(target.value)}
          />
          <Input
            aria-label="New name of the choice"
            aria-describedby={error && id}
            autoComplete="off"
            className="w-40"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setError(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              submit()
            }}
          />
          <Button variant="secondary" onClick={submit}>
            Rename
          </Button>
        </div>
        <FieldErrorMessage id={id} error={error} />
      </div>
    </fieldset>
  )
}
