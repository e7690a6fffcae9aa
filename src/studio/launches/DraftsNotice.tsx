import { useQuery } from '@tanstack/react-query'
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

/** Which launches have a draft of the record, or what was saved of the record since the draft. */
export const DraftsNotice = <Body,>({ recordId, launch, fields }: Props<Body>) =>
  launch ? (
    <LaterSaves recordId={recordId} launch={launch} fields={fields} />
  ) : (
    <Drafts recordId={recordId} />
  )

function Drafts({ recordId }: { recordId: string }) {
  const { drafts = [] } = useCall('GET /editor/drafts', { query: { record: recordId } }).data ?? {}
  if (drafts.length === 0) return null
  return (
    <ul aria-label="Drafts" className={noticeClass}>
      {drafts.map(({ launch, savedBy, savedAt }) => (
        <li key={launch.id} className="flex flex-wrap items-center gap-x-2">
          In the launch “{launch.name}”, by {savedBy || 'an editor'}, {formatInstant(savedAt)}:
          <TextLink to={toRecordAddress(recordId, launch)}>
            open the draft<span className="sr-only"> of {launch.name}</span>
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

/** The record was saved after the draft: fields of both have to be looked at. */
function LaterSaves<Body>({ recordId, launch, fields }: Props<Body> & { launch: DraftLaunch }) {
  const { data } = useQuery({
    queryKey: ['GET /editor/launches/:id/draft', launch.id, recordId],
    queryFn: () =>
      request('GET /editor/launches/:id/draft', { param: launch.id, query: { record: recordId } }),
  })
  const { changed, clashes = [], live } = data?.draft ?? {}
  if (!changed) return null
  return (
    <div role="status" className={noticeClass}>
      <p>
        It was saved by {changed.by || 'another editor'}, {formatInstant(changed.at)}, after this
        draft.{' '}
        {clashes.length === 0
          ? 'Those changes are in this form and stay.'
          : 'Both changed the fields below. Save the draft to keep what is in this form.'}
      </p>
      {clashes.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
          {clashes.map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{fields.getLabel(name)}, live</dt>
              <dd className="line-clamp-3 whitespace-pre-wrap">
                {fields.format(live as Body, name)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
