import { type FieldErrors, useFormContext } from 'react-hook-form'
import {
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  type EntryField,
  type EntryFieldSpec,
} from '#src/contract/entry.ts'
import { toFieldId } from './fields.tsx'
import type { FormValues } from './form-schema.ts'

interface Fault {
  /** E.g. `options.0.name`. */
  path: string
  field: EntryField
}

const isEntryField = (name: string): name is EntryField =>
  ENTRY_FIELD_NAMES.some((field) => field === name)

function listFaults(errors: object, parents: string[] = []): Fault[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]): Fault[] => {
    if (typeof error !== 'object' || error === null) return []
    const path = key === 'root' ? parents : [...parents, key]
    const [field = ''] = path
    if (!isEntryField(field)) return []
    return 'message' in error && typeof error.message === 'string'
      ? [{ path: path.join('.'), field }]
      : listFaults(error, path)
  })
}

/** The label of the field, with the number of the row in a list, or the part of a record. */
function toLabel({ path, field }: Fault): string {
  const { label, formLabel = label }: EntryFieldSpec = ENTRY_FIELDS[field]
  const [, part] = path.split('.')
  if (part === undefined) return formLabel
  const index = Number(part)
  return `${formLabel}, ${Number.isInteger(index) ? index + 1 : part}`
}

/** Moves to the field, or to the group of a list that has no field yet. */
function show({ path, field }: Fault): void {
  const control = document.getElementById(toFieldId(path))
  if (control) control.focus()
  else document.getElementById(ENTRY_FIELDS[field].group)?.scrollIntoView()
}

/** What is missing or wrong, after a save that was not possible. */
export function FaultSummary() {
  const { formState } = useFormContext<FormValues>()
  const errors: FieldErrors<FormValues> = formState.errors
  const faults = formState.submitCount > 0 ? listFaults(errors) : []
  if (faults.length === 0) return null
  const order = (fault: Fault) => ENTRY_FIELD_NAMES.indexOf(fault.field)
  return (
    <section aria-labelledby="faults" className="border-s-2 border-danger ps-4 text-sm">
      <h2 id="faults" className="font-sans font-medium">
        {faults.length === 1 ? 'One field needs' : `${faults.length} fields need`} attention before
        this can be saved
      </h2>
      <ul className="flex flex-wrap gap-x-4">
        {faults
          .sort((a, b) => order(a) - order(b))
          .map((fault) => (
            <li key={fault.path}>
              <button type="button" className="min-h-10 link" onClick={() => show(fault)}>
                {toLabel(fault)}
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}
