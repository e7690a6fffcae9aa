import { useStore } from '@nanostores/react'
import { useMutation } from '@tanstack/react-query'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { Button } from '#src/ui/Button.tsx'
import { request, useCall } from '../app/api.ts'
import { formatDateTime } from '../app/time.ts'
import { toast } from '../app/toasts.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Badge, Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Batches } from './Batches.tsx'
import { Changes } from './Changes.tsx'
import { PublishFailures } from './PublishFailures.tsx'
import { $publish, setPublishState } from './publish-state.ts'

type Release = ResponseBody<'GET /editor/releases'>['releases'][number]

const size = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
const MB = 1024 * 1024

const stateBadges = {
  live: ['good', 'Live'],
  kept: ['neutral', 'Kept'],
  removed: ['neutral', 'Files removed'],
} as const

/** What was published when and by which editor, a way back to each release that is kept, and what failed. */
export function Releases() {
  const publish = useStore($publish)
  // The release of a rollback is pinned before it is live.
  const version = `${publish?.release} ${publish?.pinned} ${publish?.state}`
  const listed = useCall('GET /editor/releases', {}, version)

  const rollBack = useMutation({
    mutationFn: (id: string) => request('POST /editor/releases/:id/roll-back', { param: id }),
    onSuccess: (state) => {
      setPublishState(state)
      toast.success('The site is being rolled back.')
    },
  })
  const confirmRollBack = async ({ id, publishedAt }: Release) => {
    const confirmed = await confirm({
      title: 'Roll back?',
      text: `The site goes back to the release of ${formatDateTime(publishedAt)}. The products stay as they are here, and wait until you publish again.`,
      confirmLabel: 'Roll back',
    })
    if (confirmed) rollBack.mutate(id)
  }

  return (
    <Page title="Releases">
      <Loaded from={listed}>
        {({ releases }) => (
          <ol className="flex flex-col border-t border-line">
            {releases.map((release) => (
              <li
                key={release.id}
                className="grid gap-x-6 gap-y-2 border-b border-line py-4 text-sm md:grid-cols-[18rem_1fr_auto] md:items-start"
              >
                <div className="flex flex-col items-start gap-1">
                  <span className="font-medium">{formatDateTime(release.publishedAt)}</span>
                  <Badge kind={stateBadges[release.state][0]}>
                    {stateBadges[release.state][1]}
                  </Badge>
                  <span className="text-muted figures">
                    {release.products} products, {release.rendered} pages rendered,{' '}
                    {size.format(release.bytes / MB)} MB
                  </span>
                </div>
                <Changes of={release} />
                {release.state === 'kept' && (
                  <Button
                    size="dense"
                    variant="secondary"
                    aria-label={`Roll back to ${formatDateTime(release.publishedAt)}`}
                    onClick={() => void confirmRollBack(release)}
                  >
                    Roll back
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <Batches version={version} />
      <PublishFailures version={version} />
    </Page>
  )
}
