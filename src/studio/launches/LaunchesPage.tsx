import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Launch } from '#src/contract/launches.ts'
import { MAX_LAUNCH_NAME } from '#src/contract/values.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { request, useCall } from '../app/api.ts'
import { useDraft } from '../record/use-draft.ts'
import { Page } from '../ui/controls.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { ListRow } from '../ui/ListRow.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { refreshLaunches } from './draft-form.ts'
import { countDrafts, LaunchState } from './launch-state.tsx'

/** E.g. `Starts 1 Nov 2026, 12:00 am IST, ends …`. */
function formatTimes({ state, startsAt, endsAt, publishedAt, undoneAt }: Launch): string {
  if (undoneAt) return `${state === 'ended' ? 'Ended' : 'Undone'} ${formatInstant(undoneAt)}`
  const parts = publishedAt
    ? [`Live since ${formatInstant(publishedAt)}`]
    : startsAt
      ? [`Starts ${formatInstant(startsAt)}`]
      : []
  return [...parts, ...(endsAt ? [`ends ${formatInstant(endsAt)}`] : [])].join(', ')
}

/** Drafts that go live together. */
export function LaunchesPage() {
  const listed = useCall('GET /editor/launches')
  const [isNaming, setNaming] = useState(false)
  return (
    <Page title="Launches" actions={<Button onClick={() => setNaming(true)}>New launch</Button>}>
      <p className="max-w-2xl text-body-sm text-muted">
        A launch collects drafts of products and content. They go live at one moment, at a time or
        by a button, and are undone as one.
      </p>
      <Loaded from={listed}>
        {({ launches }) =>
          launches.length === 0 ? (
            <p className="text-muted">
              There is no launch yet. Choose “Save draft” in the form of a product or of a text, or
              “Schedule” in that of a product, to begin one.
            </p>
          ) : (
            <LinedList>
              {launches.map((launch) => (
                <ListRow key={launch.id} to={`/launches/${launch.id}`} title={launch.name}>
                  {formatTimes(launch) && (
                    <span className="text-muted figures">{formatTimes(launch)}</span>
                  )}
                  <span className="figures">{countDrafts(launch.itemCount)}</span>
                  <LaunchState state={launch.state} />
                  {launch.message && (
                    <span className="basis-full text-danger">{launch.message}</span>
                  )}
                </ListRow>
              ))}
            </LinedList>
          )
        }
      </Loaded>
      {isNaming && <NewLaunch onClose={() => setNaming(false)} />}
    </Page>
  )
}

function NewLaunch({ onClose }: { onClose: () => void }) {
  const { typed, change, clear } = useDraft('new-launch')
  const { name = '' } = typed
  const { errorOf, check } = useFields({ 'launch-name': findMissing(name) })
  const [, navigate] = useLocation()
  const create = useMutation({
    mutationFn: () => request('POST /editor/launches', { body: { name: name.trim() } }),
    onSuccess: ({ launch }) => {
      clear()
      refreshLaunches()
      navigate(`/launches/${launch.id}`)
    },
  })
  return (
    <Dialog title="New launch" onClose={onClose}>
      <DialogForm
        submitLabel="Create it"
        busy={create.isPending}
        onSubmit={() => check() && create.mutate()}
      >
        <Field
          label="Name"
          name="launch-name"
          required
          maxLength={MAX_LAUNCH_NAME}
          hint="E.g. Diwali, or Sale until Sunday."
          value={name}
          error={errorOf('launch-name')}
          onChange={(event) => change({ name: event.target.value })}
        />
      </DialogForm>
    </Dialog>
  )
}
