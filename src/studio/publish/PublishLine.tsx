import { useStore } from '@nanostores/react'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import type { PublishState } from '#src/contract/editor-publish.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../app/api.ts'
import { $isPageUnsaved } from '../app/router.ts'
import { $hasNumberDrafts } from '../product-list/number-drafts.ts'

import { confirm } from '../ui/confirm.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { $followed, $outage, $publish, $publishPlace, setPublishState } from './publish-state.ts'

const seconds = new Intl.NumberFormat('en-IN', {
  maximumFractionDigits: 1,
  minimumFractionDigits: 1,
})

const dotColours = {
  live: 'bg-success',
  waiting: 'bg-accent',
  rendering: 'bg-accent',
  failed: 'bg-danger',
  pinned: 'bg-danger',
} as const

/** Shows the publish state of the last changes: in the header, or in the bar of a form, which stays in view. */
export function PublishLine() {
  const place = useStore($publishPlace)
  return place ? createPortal(<Line />, place) : <Line />
}

function Line() {
  const publish = useStore($publish)
  const outage = useStore($outage)
  if (outage)
    return (
      <div className="flex min-h-11 items-center gap-x-3 py-1 text-sm">
        <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-danger" />
        <span role="alert">{outage} What you type is kept on this device.</span>
      </div>
    )
  if (!publish) return null
  return (
    <div className="flex min-h-11 items-center gap-x-3 py-1 text-sm">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${dotColours[publish.state]} ${publish.state === 'rendering' ? 'motion-safe:animate-pulse' : ''}`}
      />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <PublishText />
      </div>
    </div>
  )
}

function PublishText() {
  const publish = useStore($publish)
  const followed = useStore($followed)
  if (!publish) return null
  if (publish.state === 'failed')
    return (
      <>
        <span role="alert" className="text-danger">
          Not published: {publish.message}
        </span>
        {publish.lostProducts ? (
          <Resume label="Publish anyway" lostProducts={publish.lostProducts} />
        ) : (
          <Resume label="Retry" />
        )}
      </>
    )
  if (publish.state === 'pinned')
    return (
      <>
        <span role="status">
          Rolled back to an earlier release. What is saved waits until you publish again.
          {publish.waiting > 0 && ` Changes that wait: ${publish.waiting}.`}
        </span>
        <Resume label="Publish again" isPinned />
      </>
    )
  if (publish.state === 'live')
    return (
      <span role="status" className="flex flex-wrap items-center gap-x-2">
        {followed?.liveAfterMs === undefined ? (
          <AllLive />
        ) : (
          <>
            <span className="figures">
              {followed.title}: live after {seconds.format(followed.liveAfterMs / 1000)} s.
            </span>
            {followed.path && (
              <TextLink href={followed.path} target="_blank" rel="noreferrer">
                Open the page
              </TextLink>
            )}
          </>
        )}
      </span>
    )
  const { progress } = publish
  return (
    <span role="status" className="figures">
      {publish.state === 'waiting' && `Queued for the site. ${publish.message}`}
      {publish.state === 'rendering' &&
        (progress ? `Rendering ${progress.done} of ${progress.total} pages.` : 'Rendering.')}
    </span>
  )
}

/** Unsaved input is not live yet. */
function AllLive() {
  const hasNumbers = useStore($hasNumberDrafts)
  const isPageUnsaved = useStore($isPageUnsaved)
  const isSaving = useIsMutating() > 0
  return hasNumbers || isPageUnsaved || isSaving
    ? 'Every saved change is live.'
    : 'Every change is live.'
}

const REPUBLISH = {
  title: 'Publish again?',
  text: 'The site gets every record as it is saved now, also what was changed before it was rolled back. To leave that out, put the records back first, under Releases.',
  confirmLabel: 'Publish again',
}

const askForFewer = ({ live, now }: NonNullable<PublishState['lostProducts']>) => ({
  title: 'Publish with fewer products?',
  text: `The site has ${live} products and will have ${now}. The pages of the others say that the piece is no longer sold.`,
  confirmLabel: 'Publish',
})

interface ResumeProps {
  label: string
  /** Asks before it publishes so many fewer products. */
  lostProducts?: NonNullable<PublishState['lostProducts']>
  /** Asks before it brings back what the site was rolled back for. */
  isPinned?: boolean
}

function Resume({ label, lostProducts, isPinned = false }: ResumeProps) {
  const publish = useMutation({
    mutationFn: () =>
      request('POST /editor/publish/resume', {
        query: lostProducts ? { acceptedProducts: String(lostProducts.now) } : {},
      }),
    onSuccess: setPublishState,
  })
  const resume = async () => {
    const question = lostProducts ? askForFewer(lostProducts) : isPinned ? REPUBLISH : undefined
    if (!question || (await confirm(question))) publish.mutate()
  }
  return (
    <>
      <Button variant="secondary" busy={publish.isPending} onClick={() => void resume()}>
        {label}
      </Button>
      <TextLink to="/releases">Releases</TextLink>
    </>
  )
}
