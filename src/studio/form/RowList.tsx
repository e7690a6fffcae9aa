import type { ReactNode } from 'react'
import { type ArrayPath, type FieldArray, useFieldArray, useFormContext } from 'react-hook-form'
import { Tool } from '../ui/controls.tsx'
import { SortableItem, SortableList } from '../ui/SortableList.tsx'
import { getFault } from './fields.tsx'
import type { FormValues } from './form-values.ts'

type ListName = Exclude<ArrayPath<FormValues>, 'pictures'>

interface Props<Name extends ListName> {
  name: Name
  /** E.g. `Highlight`. */
  what: string
  /** A new row. */
  empty: FieldArray<FormValues, Name>
  max: number
  children: (index: number) => ReactNode
}

/** Rows of fields that are added, removed and ordered. */
export function RowList<Name extends ListName>({ name, what, empty, max, children }: Props<Name>) {
  const { control, formState } = useFormContext<FormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const message = getFault(formState.errors, name) ?? getFault(formState.errors, `${name}.root`)
  const lower = what.toLowerCase()
  return (
    <div className="flex flex-col gap-3">
      <SortableList
        ids={fields.map(({ id }) => id)}
        what={what}
        onMove={move}
        className="flex flex-col gap-4"
      >
        {(id, index) => (
          <SortableItem
            key={id}
            id={id}
            handleLabel={`Move ${lower} ${index + 1}`}
            removeLabel={`Remove ${lower} ${index + 1}`}
            onRemove={() => remove(index)}
          >
            {children(index)}
          </SortableItem>
        )}
      </SortableList>
      {message && <p className="text-sm font-medium text-danger">{message}</p>}
      <Tool
        className="self-start"
        disabled={fields.length >= max}
        onClick={() => append(empty, { shouldFocus: true })}
      >
        Add {/^[aeiou]/.test(lower) ? 'an' : 'a'} {lower}
      </Tool>
    </div>
  )
}
