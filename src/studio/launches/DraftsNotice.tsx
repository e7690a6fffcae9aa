import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { formatInstant } from '#src/rules/dates.ts'
import { request } from '../app/api.ts'
import { isNewProductId } from '../record/drafts.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { type DraftLaunch, toRecordAddress } from './draft-form.ts'
import { describeTimes, type RecordDraft, RecordLaunchesContext } from './FieldLaunches.tsx'
import { LaunchLink } from './LaunchLink.tsx'

const noticeClass = 'flex flex-col gap-1 border-s-2 border-accent ps-4 text-sm'

/** Says whether the form edits the base or a launch. */
export function DraftsNotice({ recordId }: { recordId: string }) {
  const { drafts = [], launch } = useContext(RecordLaunchesContext) ?? {}
  if (launch) return <LaunchNotice recordId={recordId} launch={launch} />
  if (drafts.length === 0) return null
  const isCovered = drafts.some(({ launch, problem }) => launch.state === 'live' && !problem)
  return (
    <section aria-label="Launches of this record" className={noticeClass}>
      <p role="status">
        You edit the base.
        {isCovered && ' A launch is live: shoppers see its values until it ends.'}
      </p>
      <ul aria-label="Drafts" className="flex flex-col gap-1 pointer-coarse:gap-4">
        {drafts.map((draft) => (
          <DraftOfRecord key={draft.launch.id} recordId={recordId} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

/** A launch over the record, with the way to its draft. */
function DraftOfRecord({ recordId, draft }: { recordId: string; draft: RecordDraft }) {
  const { launch, problem, archived } = draft
  return (
    <li>
      <LaunchLink launch={launch} />, {describeTimes(launch)}
      {archived !== null && (archived ? ', archives it' : ', puts it on the site')}:{' '}
      <TextLink to={toRecordAddress(recordId, launch)} className="-my-3">
        open the draft<span className="sr-only"> of {launch.name}</span>
      </TextLink>
      {problem && <p className="text-danger">{problem}</p>}
    </li>
  )
}

/** The form has the draft of a launch. The record may have been saved since. */
function LaunchNotice({ recordId, launch }: { recordId: string; launch: DraftLaunch }) {
  const { data } = useQuery({
    queryKey: ['GET /editor/launches/:id/draft', launch.id, recordId],
    queryFn: () =>
      request('GET /editor/launches/:id/draft', { param: launch.id, query: { record: recordId } }),
  })
  const { changed } = data?.draft ?? {}
  return (
    <section aria-label="Launch of this draft" className={noticeClass}>
      <p role="status">
        You edit the launch {launch.name}.{' '}
        {launch.isLive
          ? 'It is live: shoppers see what you save here at once, until it ends.'
          : 'The shop stays as it is until it starts.'}{' '}
        {!isNewProductId(recordId) && (
          <TextLink to={toRecordAddress(recordId)} className="-my-3">
            Edit the base
          </TextLink>
        )}
      </p>
      {changed && (
        <p role="status">
          It was saved by {changed.by || 'another editor'}, {formatInstant(changed.at)}, after this
          draft. Fields that the draft does not change have the saved values.
        </p>
      )}
    </section>
  )
}
