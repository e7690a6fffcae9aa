import { createContext, useContext } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { formatInstant } from '#src/rules/dates.ts'
import type { RecordFields } from '../record/record-fields.ts'
import type { DraftLaunch } from './draft-form.ts'
import { LaunchLink } from './LaunchLink.tsx'

export type RecordDraft = ResponseBody<'GET /editor/drafts'>['drafts'][number]

/** The launches over the record in the form. */
export interface RecordLaunches {
  drafts: RecordDraft[]
  fields: Pick<RecordFields<RecordDraft['before']>, 'getLabel' | 'format'>
  /** The launch whose draft is in the form; undefined for the base. */
  launch: DraftLaunch | undefined
}

export const RecordLaunchesContext = createContext<RecordLaunches | undefined>(undefined)

export function describeTimes({ state, startsAt, endsAt }: RecordDraft['launch']): string {
  const until = endsAt ? ` until ${formatInstant(endsAt)}` : ''
  if (!startsAt) return 'not scheduled'
  return `${state === 'live' ? 'live ' : ''}from ${formatInstant(startsAt)}${until}`
}

/** Shows the value of a field without launches, and its value in each live or scheduled launch that changes it. */
export function FieldLaunches({ name, className }: { name: string; className: string }) {
  const { drafts = [], fields, launch } = useContext(RecordLaunchesContext) ?? {}
  const changing = drafts.filter(
    ({ launch: { state }, problem, fields: changed }) =>
      state !== 'draft' && problem === '' && changed.includes(name),
  )
  const [first] = changing
  if (!first || !fields) return null
  const valueClass = 'line-clamp-3 whitespace-pre-line wrap-anywhere'
  return (
    <ul
      aria-label={`${fields.getLabel(name)} in launches`}
      className={`flex flex-col gap-1 border-s-2 border-accent ps-3 text-sm ${className}`}
    >
      <li>
        <span className="text-muted">Base</span>
        <span className={valueClass}>{fields.format(first.before, name)}</span>
      </li>
      {changing.map((draft) => (
        <li key={draft.launch.id}>
          <span className="text-muted">
            {draft.launch.id === launch?.id ? 'This launch' : <LaunchLink launch={draft.launch} />},{' '}
            {describeTimes(draft.launch)}
          </span>
          <span className={valueClass}>{fields.format(draft.after, name)}</span>
        </li>
      ))}
    </ul>
  )
}
