import { useMemo, useState } from 'react'
import { type CatalogEntry, ENTRY_FIELDS, type EntryField } from '#src/contract/entry.ts'
import { Tool } from '../ui/controls.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { compareVersions, formatField, mergeVersions, type Side } from './entry-fields.ts'
import type { Conflict } from './use-product-form.ts'

interface Props {
  conflict: Conflict
  onMerge: (merged: CatalogEntry) => void
  onClose: () => void
}

/** Both versions field by field; what does not clash is merged without a question. */
export function ConflictDialog({ conflict: { base, mine, current }, onMerge, onClose }: Props) {
  const merge = useMemo(() => compareVersions(base, mine, current.entry), [base, mine, current])
  const [choices, setChoices] = useState<Partial<Record<EntryField, Side>>>({})
  const isComplete = merge.clashes.every((field) => choices[field])
  return (
    <Dialog wide title="Another editor saved this product meanwhile" onClose={onClose}>
      <p className="text-body-sm text-muted">
        {merge.clashes.length === 0
          ? 'You changed different fields, so both changes can be kept.'
          : 'You both changed the fields below. Choose what is kept; everything else is merged.'}
      </p>
      {merge.clashes.map((field) => (
        <fieldset key={field} className="m-0 flex flex-col gap-2">
          <legend className="pb-2 font-medium">{ENTRY_FIELDS[field].label}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <Version
                key={side}
                name={`conflict-${field}`}
                label={side === 'mine' ? 'Yours' : "The other editor's"}
                text={formatField(side === 'mine' ? mine : current.entry, field)}
                isChosen={choices[field] === side}
                onChoose={() => setChoices({ ...choices, [field]: side })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Merged title="Kept from you" fields={merge.mine} entry={mine} />
      <Merged title="Kept from the other editor" fields={merge.theirs} entry={current.entry} />
      <div className="flex flex-wrap justify-end gap-2">
        <Tool onClick={onClose}>Back to the form</Tool>
        <Tool
          kind="primary"
          disabled={!isComplete}
          onClick={() => onMerge(mergeVersions(merge, mine, current.entry, choices))}
        >
          Save both
        </Tool>
      </div>
    </Dialog>
  )
}

interface VersionProps {
  name: string
  label: string
  text: string
  isChosen: boolean
  onChoose: () => void
}

const Version = ({ name, label, text, isChosen, onChoose }: VersionProps) => (
  <label className="flex cursor-pointer flex-col gap-2 border border-edge p-3 text-sm has-checked:border-accent has-checked:bg-surface">
    <span className="flex min-h-8 items-center gap-2 font-medium">
      <input
        type="radio"
        name={name}
        className="size-5 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      {label}
    </span>
    <span className="max-h-48 overflow-y-auto whitespace-pre-wrap">{text}</span>
  </label>
)

interface MergedProps {
  title: string
  fields: EntryField[]
  entry: CatalogEntry
}

function Merged({ title, fields, entry }: MergedProps) {
  if (fields.length === 0) return null
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="font-sans text-sm font-medium">{title}</h3>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
        {fields.map((field) => (
          <div key={field} className="contents">
            <dt className="text-muted">{ENTRY_FIELDS[field].label}</dt>
            <dd className="line-clamp-3 whitespace-pre-wrap">{formatField(entry, field)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
