import { useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { request, useCall } from '../app/api.ts'
import type { RecordFields } from '../record/record-fields.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { type DraftInfo, type DraftLaunch, toRecordAddress } from './draft-form.ts'

export type { DraftLaunch } from './draft-form.ts'

export const getSavedBy = (draft: object): DraftInfo => draft as DraftInfo

export const LaunchLink = ({ launch: { id, name } }: { launch: DraftLaunch }) => (
  <TextLink to={`/launches/${id}`} className="-my-3 text-sm">
    {name}
  </TextLink>
)

const noticeClass = 'flex flex-col gap-1 border-s-2 border-accent ps-4 text-sm'

interface Props<Body> {
  recordId: string
  /** The launch whose draft is shown; undefined for the record itself. */
  launch: DraftLaunch | undefined
  fields: RecordFields<Body>
}

/** What launches show instead of the record, or what was saved of the record since the draft. */
export const DraftsNotice = <Body,>({ recordId, launch, fields }: Props<Body>) =>
  launch ? (
    <>
      {launch.isLive && (
        <p role="status" className={noticeClass}>
          The launch is live: shoppers see what you save here at once, until it ends.
        </p>
      )}
      <LaterSave recordId={recordId} launch={launch} />
    </>
  ) : (
    <Drafts recordId={recordId} fields={fields} />
  )

type RecordDraft = ResponseBody<'GET /editor/drafts'>['drafts'][number]

function describeTimes({ state, startsAt, endsAt }: RecordDraft['launch']): string {
  const until = endsAt ? ` until ${formatInstant(endsAt)}` : ''
  if (state === 'live') return `live${until}`
  return startsAt ? `from ${formatInstant(startsAt)}${until}` : 'not scheduled'
}

/** The launches over the record: the form has its own values, and shoppers see those of a live launch. */
function Drafts<Body>({ recordId, fields }: Omit<Props<Body>, 'launch'>) {
  const { drafts = [] } = useCall('GET /editor/drafts', { query: { record: recordId } }).data ?? {}
  if (drafts.length === 0) return null
  const isCovered = drafts.some(({ launch, problem }) => launch.state === 'live' && !problem)
  return (
    <section aria-label="Launches of this record" className={noticeClass}>
      {isCovered && (
        <p role="status">
          This form has the record’s own values. A launch is live: shoppers see its values until it
          ends.
        </p>
      )}
      <ul aria-label="Drafts" className="flex flex-col gap-2">
        {drafts.map((draft) => (
          <DraftOfRecord key={draft.launch.id} recordId={recordId} draft={draft} fields={fields} />
        ))}
      </ul>
    </section>
  )
}

interface DraftProps<Body> {
  recordId: string
  draft: RecordDraft
  fields: RecordFields<Body>
}

/** A launch over the record: each field that it changes, with both values. */
function DraftOfRecord<Body>({ recordId, draft, fields }: DraftProps<Body>) {
  const { launch, savedBy, savedAt, problem, before, after, archived } = draft
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2">
        In the launch <LaunchLink launch={launch} /> ({describeTimes(launch)}), by{' '}
        {savedBy || 'an editor'}, {formatInstant(savedAt)}:
        <TextLink to={toRecordAddress(recordId, launch)}>
          open the draft<span className="sr-only"> of {launch.name}</span>
        </TextLink>
      </p>
      {problem && <p className="text-danger">{problem}</p>}
      {archived !== null && (
        <p>{archived ? 'It is archived there.' : 'It is on the site there.'}</p>
      )}
      {draft.fields.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr_1fr]">
          {draft.fields.map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{fields.getLabel(name)}</dt>
              <dd className="line-clamp-3 whitespace-pre-wrap">
                <span className="text-muted">Own: </span>
                {fields.format(before as Body, name)}
              </dd>
              <dd className="line-clamp-3 whitespace-pre-wrap">
                <span className="text-muted">In the launch: </span>
                {fields.format(after as Body, name)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** The record was saved after the draft. */
function LaterSave({ recordId, launch }: { recordId: string; launch: DraftLaunch }) {
  const { data } = useQuery({
    queryKey: ['GET /editor/launches/:id/draft', launch.id, recordId],
    queryFn: () =>
      request('GET /editor/launches/:id/draft', { param: launch.id, query: { record: recordId } }),
  })
  const { changed } = data?.draft ?? {}
  if (!changed) return null
  return (
    <p role="status" className={noticeClass}>
      It was saved by {changed.by || 'another editor'}, {formatInstant(changed.at)}, after this
      draft. Fields that the draft does not change have the saved values.
    </p>
  )
}
