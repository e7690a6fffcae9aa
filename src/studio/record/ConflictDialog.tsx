import { useMemo, useState } from 'react'
import {
  compareVersions,
  mergeVersions,
  type Part,
  type Side,
  withValue,
} from '#src/editing/merge-versions.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Tick } from '#src/ui/Field.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { MarkedText } from './ChangedText.tsx'
import type { RecordFields } from './record-fields.ts'
import { type RecordApi, useVersions } from './versions.ts'

interface Props<Body> {
  api: RecordApi
  id: string
  /** E.g. `product`. */
  noun: string
  fields: RecordFields<Body>
  base: Body
  mine: Body
  theirs: Body
  /** Whether another editor saved, and not only a count changed, e.g. by an order. */
  isSaved: boolean
  /** The revision of the other editor's version. */
  revision: number
  /** Who saved the other editor's version, where no history says so. */
  savedBy?: { savedBy: string; savedAt: string } | undefined
  onMerge: (merged: Body) => void
  onClose: () => void
}

const STOCK_CHANGED = 'The stock changed meanwhile'

/** Both versions field by field; what does not clash is merged without a question. */
export function ConflictDialog<Body extends object>(props: Props<Body>) {
  const { api, id, noun, isSaved, revision, onMerge, onClose, fields } = props
  const [newest] = useVersions<Body>(api, id, revision, props.savedBy === undefined).data ?? []
  const latest = props.savedBy ?? newest
  const { base, mine, theirs, merge } = useMemo(() => {
    const versions = { base: props.base, mine: props.mine, theirs: props.theirs }
    const { base, mine, theirs } = fields.align?.(versions) ?? versions
    const names = fields.names.filter((name) => !fields.isDerived?.(name, mine, theirs))
    return { base, mine, theirs, merge: compareVersions(names, base, mine, theirs) }
  }, [fields, props.base, props.mine, props.theirs])
  const [choices, setChoices] = useState<Partial<Record<string, Side>>>({})
  /** A version with what both have changed elsewhere in a field, so that its clashing parts alone are marked. */
  const withPart = (field: string, part: Part) => {
    const joined = merge.sides[field]
    const version = { base, mine, theirs }[part]
    return joined ? withValue(version, field, joined[part]) : version
  }
  const isComplete = merge.clashes.every((field) => choices[field])
  return (
    <Dialog
      wide
      title={isSaved ? `Another editor saved this ${noun} meanwhile` : STOCK_CHANGED}
      onClose={onClose}
    >
      {latest && isSaved && (
        <p className="text-body-sm">
          Saved by {latest.savedBy || 'another editor'}, {formatInstant(latest.savedAt)}.
        </p>
      )}
      <p className="text-body-sm text-muted">
        {merge.clashes.length === 0
          ? 'You changed different fields, so both changes can be kept.'
          : isSaved
            ? 'You both changed the fields below. Choose whose is kept; every other field is merged.'
            : 'An order or another editor changed what you have counted. Choose what is kept.'}
      </p>
      {merge.clashes.map((field) => (
        <fieldset key={field} className="m-0">
          <legend className="pb-2 font-medium">{fields.getLabel(field)}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <Version
                key={side}
                name={`conflict-${field}`}
                label={side === 'mine' ? 'Yours' : isSaved ? "The other editor's" : 'As it is now'}
                text={fields.format(withPart(field, side), field)}
                other={fields.format(withPart(field, 'base'), field)}
                isChosen={choices[field] === side}
                onChoose={() => setChoices({ ...choices, [field]: side })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Merged title="Kept from you" names={merge.mine} fields={fields} base={base} body={mine} />
      <Merged
        title={isSaved ? 'Kept from the other editor' : 'As it is now'}
        names={merge.theirs}
        fields={fields}
        base={base}
        body={theirs}
      />
      <Merged
        title="Kept from both"
        names={Object.keys(merge.joined)}
        fields={fields}
        base={base}
        body={mergeVersions(merge, mine, theirs, {})}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Back to the form
        </Button>
        <Button
          disabled={!isComplete}
          onClick={() => onMerge(mergeVersions(merge, mine, theirs, choices))}
        >
          {isSaved ? 'Save both' : 'Save'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface VersionProps {
  name: string
  label: string
  text: string
  /** The version that both began with. */
  other: string
  isChosen: boolean
  onChoose: () => void
}

const Version = ({ name, label, text, other, isChosen, onChoose }: VersionProps) => (
  <label className="flex cursor-pointer flex-col gap-2 border border-edge p-3 text-sm has-checked:border-accent has-checked:bg-surface">
    <span className="flex min-h-8 items-center gap-2 font-medium">
      <Tick type="radio" name={name} checked={isChosen} onChange={onChoose} />
      {label}
    </span>
    <span className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
      <MarkedText text={text} other={other} />
    </span>
  </label>
)

interface MergedProps<Body> {
  title: string
  names: string[]
  fields: RecordFields<Body>
  base: Body
  body: Body
}

function Merged<Body>({ title, names, fields, base, body }: MergedProps<Body>) {
  if (names.length === 0) return null
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="font-sans text-sm font-medium">{title}</h3>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
        {names.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{fields.getLabel(name)}</dt>
            <dd className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
              <MarkedText text={fields.format(body, name)} other={fields.format(base, name)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
