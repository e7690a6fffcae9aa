import { useContext } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { EditorProduct } from '#src/contract/editor.ts'
import { count } from '#src/rules/count.ts'
import {
  createId,
  findRetiredId,
  getOptionId,
  listIds,
  type OptionIds,
} from '#src/rules/product/choice-ids.ts'
import { OptionSelect } from '../ui/controls.tsx'
import { type FormValues, splitLines } from './form-schema.ts'
import { StockContext } from './stock-context.ts'

type Removed = EditorProduct['removed']

/** The ids of the values of an option that were removed, with the pieces of their variants. */
function listRemovedValues(option: OptionIds, removed: Removed): Map<string, number> {
  const live = new Set(Object.values(listIds(option)))
  const values = new Map<string, number>()
  for (const { ids, onHand } of removed) {
    const id = ids[getOptionId(option)]
    if (id !== undefined && !live.has(id)) values.set(id, (values.get(id) ?? 0) + onHand)
  }
  return values
}

const DECISIONS = [
  ['back', 'Bring it back'],
  ['new', 'Make a new choice'],
] as const

/** Choices that were removed in an earlier save, and are typed again. */
export function ReturningChoices({ index }: { index: number }) {
  const { setValue } = useFormContext<FormValues>()
  const row = useWatch<FormValues, `options.${number}`>({ name: `options.${index}` })
  const removed = useContext(StockContext)?.removed ?? []
  const saved = row?.saved
  if (!saved) return null
  const option = saved.option as OptionIds
  const values = listRemovedValues(option, removed)
  const taken = new Set([
    ...Object.values(listIds(option)),
    ...Object.keys(option.retired ?? {}),
    ...values.keys(),
  ])
  const returning = splitLines(row.values).flatMap((line) => {
    const formerId = findRetiredId(option, line) ?? line
    const pieces = values.get(formerId)
    const isSaved = option.values.includes(line)
    return isSaved || pieces === undefined ? [] : { line, formerId, pieces }
  })
  const decide = (line: string, decision: string) => {
    const { [line]: _, ...ids } = saved.ids
    const next = decision === 'new' ? { ...ids, [line]: createId(line, taken) } : ids
    setValue(`options.${index}.saved`, { ...saved, ids: next }, { shouldDirty: true })
  }
  return returning.map(({ line, formerId, pieces }) => {
    const isNew = (saved.ids[line] ?? formerId) !== formerId
    return (
      <div key={line} role="status" className="flex flex-col gap-2 text-sm sm:col-span-full">
        <p>
          <span className="font-medium">“{line}” was removed before.</span>{' '}
          {isNew
            ? 'It starts anew: carts and alerts of the former choice stay without it.'
            : `It comes back as it was: with ${count(pieces, 'piece')} on the shelf, and in the carts and alerts that have it.`}
        </p>
        <OptionSelect
          label={`What “${line}” is`}
          options={DECISIONS}
          value={isNew ? 'new' : 'back'}
          onChange={({ target }) => decide(line, target.value)}
        />
      </div>
    )
  })
}
