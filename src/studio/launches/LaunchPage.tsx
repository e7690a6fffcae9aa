import type { LaunchDetail } from '#src/contract/launches.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { useCall } from '../app/api.ts'
import { Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { DraftItem } from './DraftItem.tsx'
import { LaunchActions } from './LaunchActions.tsx'
import { LaunchTimes } from './LaunchTimes.tsx'
import { countDrafts, describeRefused, isNotLive, isRefused, LaunchState } from './launch-state.tsx'
import { PreviewLink } from './PreviewLink.tsx'

const AllLaunchesLink = () => (
  <TextLink to="/launches" className="text-sm">
    All launches
  </TextLink>
)

/** A launch: its drafts with what they change, its times, its preview, and its going live. */
export function LaunchPage({ params: { id } }: { params: { id: string } }) {
  const read = useCall('GET /editor/launches/:id', { param: id })
  const { launch } = read.data ?? {}
  return (
    <div className="flex flex-col gap-2">
      <AllLaunchesLink />
      <Page
        title={launch?.name ?? 'Launch'}
        actions={launch && <LaunchActions key={launch.state} launch={launch} />}
      >
        <Loaded from={read}>{({ launch: shown }) => <Content launch={shown} />}</Loaded>
      </Page>
    </div>
  )
}

function Content({ launch }: { launch: LaunchDetail }) {
  const { items, message, publishedAt, undoneAt } = launch
  const refused = isNotLive(launch) ? items.filter(isRefused) : []
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <LaunchState state={launch.state} />
          {publishedAt && <span>Went live {formatInstant(publishedAt)}.</span>}
          {undoneAt && <span>Ended {formatInstant(undoneAt)}.</span>}
        </p>
        {message && <Notice kind="error">{message}</Notice>}
        {refused.length > 0 && (
          <p role="status" className="border-s-2 border-danger ps-4">
            {describeRefused(refused)}
          </p>
        )}
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <LaunchTimes key={`${launch.startsAt} ${launch.endsAt} ${launch.name}`} launch={launch} />
        <PreviewLink launch={launch} />
      </div>
      <section aria-label="Drafts" className="flex flex-col gap-3">
        <h2 className="text-title">{countDrafts(items.length)}</h2>
        {items.length === 0 && (
          <p className="text-sm text-muted">
            Open a product or a text, change it, and choose “Save draft”.
          </p>
        )}
        <LinedList>
          {items.map((item) => (
            <DraftItem key={item.recordId} item={item} launch={launch} />
          ))}
        </LinedList>
      </section>
    </div>
  )
}
