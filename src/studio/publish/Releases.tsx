import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { useCall } from '../app/api.ts'
import { Badge, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Batches } from './Batches.tsx'
import { Changes } from './Changes.tsx'
import { PublishFailures } from './PublishFailures.tsx'
import { $publish } from './publish-state.ts'
import { RollBackDialog } from './RollBackDialog.tsx'

type Release = ResponseBody<'GET /editor/releases'>['releases'][number]

const size = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
const MB = 1024 * 1024

const stateBadges = {
  live: ['good', 'Live'],
  kept: ['neutral', 'Kept'],
  removed: ['neutral', 'Files removed'],
} as const

/** Lists the releases with their times and editors, failed ones too. Each kept release can be restored. */
export function Releases() {
  const publish = useStore($publish)
  // The release of a rollback is pinned before it is live.
  const version = `${publish?.release} ${publish?.pinned} ${publish?.state}`
  const listed = useCall('GET /editor/releases', {}, version)

  const [asked, setAsked] = useState<Release>()

  return (
    <Page title="Releases">
      <Loaded from={listed}>
        {({ releases }) => (
          <LinedList ordered>
            {releases.map((release) => (
              <li
                key={release.id}
                className="grid gap-x-6 gap-y-2 border-b border-line py-4 text-sm md:grid-cols-[18rem_1fr_auto] md:items-start"
              >
                <div className="flex flex-col items-start gap-1">
                  <span className="font-medium">{formatInstant(release.publishedAt)}</span>
                  <Badge kind={stateBadges[release.state][0]}>
                    {stateBadges[release.state][1]}
                  </Badge>
                  <span className="text-muted figures">
                    {release.products} products, {release.rendered} pages rendered,{' '}
                    {size.format(release.bytes / MB)} MB
                  </span>
                </div>
                <Changes of={release} publishedAt={release.publishedAt} />
                {release.state === 'kept' && (
                  <Button
                    variant="secondary"
                    aria-label={`Roll back to ${formatInstant(release.publishedAt)}`}
                    onClick={() => setAsked(release)}
                  >
                    Roll back
                  </Button>
                )}
                {release.id === publish?.pinned && release.state === 'live' && (
                  <Button variant="secondary" onClick={() => setAsked(release)}>
                    Put the records back, too
                  </Button>
                )}
              </li>
            ))}
          </LinedList>
        )}
      </Loaded>
      {asked && (
        <RollBackDialog
          release={asked}
          isPinned={asked.id === publish?.pinned}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Batches version={version} />
      <PublishFailures version={version} />
    </Page>
  )
}
