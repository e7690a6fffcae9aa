import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DraftAction } from '#src/contract/launches.ts'
import { MAX_LAUNCH_NAME } from '#src/contract/values.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { request, useCall } from '../app/api.ts'
import { clearUnsaved } from '../app/router.ts'
import { toast } from '../app/toasts.tsx'
import { followSave, startSave } from '../publish/publish-state.ts'
import { useDraft } from '../record/use-draft.ts'
import { DialogForm } from '../ui/DialogForm.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { refreshLaunches, toRecordAddress } from './draft-form.ts'

const NEW = ''

interface Props<Body> {
  recordId: string
  getTitle: (body: Body) => string
  state: {
    saved: { archived: boolean } | undefined
    withValidBody: (take: (body: Body, revision: number) => void) => unknown
    discard: () => void
  }
}

interface PreparedDraft<Body> {
  body: Body
  revision: number
  action: DraftAction
}

/** Saves what is in the form into a launch, and opens the draft. */
export function SaveDraft<Body extends object>({ recordId, getTitle, state }: Props<Body>) {
  const [prepared, setPrepared] = useState<PreparedDraft<Body>>()
  // What is prepared while it is archived goes on sale with the launch.
  const action = state.saved?.archived ? 'restore' : 'update'
  return (
    <>
      <Button
        variant="secondary"
        onClick={() =>
          void state.withValidBody((body, revision) => setPrepared({ body, revision, action }))
        }
      >
        Save draft
      </Button>
      {prepared && (
        <SaveDialog
          recordId={recordId}
          prepared={prepared}
          discard={state.discard}
          title={getTitle(prepared.body)}
          onClose={() => setPrepared(undefined)}
        />
      )}
    </>
  )
}

interface DialogProps<Body> {
  recordId: string
  prepared: PreparedDraft<Body>
  title: string
  discard: () => void
  onClose: () => void
}

function SaveDialog<Body extends object>(props: DialogProps<Body>) {
  const { recordId, prepared, title, discard, onClose } = props
  const listed = useCall('GET /editor/launches')
  const drafts = useCall('GET /editor/drafts', { query: { record: recordId } }).data?.drafts ?? []
  const [launchId, setLaunchId] = useState(NEW)
  const { typed, change, clear } = useDraft(`launch-of/${recordId}`)
  const { name = title.slice(0, MAX_LAUNCH_NAME) } = typed
  const isNew = launchId === NEW
  const { errorOf, check } = useFields({ 'launch-name': isNew ? findMissing(name) : undefined })
  const [, navigate] = useLocation()
  const taken = new Set(drafts.map(({ launch }) => launch.id))
  const save = useMutation({
    mutationFn: async () => {
      const { revision: basedOn, ...rest } = prepared
      const draft = {
        record: recordId,
        basedOn,
        ...rest,
        body: rest.body as Record<string, unknown>,
      }
      const begun = startSave()
      if (isNew) {
        const body = { name: name.trim(), draft }
        const { launch } = await request('POST /editor/launches', { body })
        return { launch, recordId, begun }
      }
      const { draft: saved } = await request('PUT /editor/launches/:id/draft', {
        param: launchId,
        body: { ...draft, revision: 0 },
      })
      const launch = listed.data?.launches.find(({ id }) => id === launchId)
      // A new product of a live launch is created.
      return { launch: launch ?? { id: launchId }, recordId: saved.recordId, begun }
    },
    onSuccess: ({ launch, recordId: savedId, begun }) => {
      discard()
      clear()
      refreshLaunches()
      if ('state' in launch && launch.state === 'live') {
        followSave(begun, { title: launch.name, path: '' })
        toast.success('The draft is saved. Its launch is live: shoppers see it at once.')
      } else toast.success('The draft is saved. The shop stays as it is.')
      onClose()
      // The form has not rendered yet that nothing is unsaved.
      clearUnsaved()
      navigate(toRecordAddress(savedId, launch))
    },
  })
  return (
    <Dialog title={`Save a draft of ${title}`} onClose={onClose}>
      <Loaded from={listed}>
        {({ launches }) => (
          <DialogForm
            submitLabel="Save draft"
            busy={save.isPending}
            onSubmit={() => check() && save.mutate()}
          >
            <SelectField
              label="Launch"
              name="draft-launch"
              required
              value={launchId}
              onChange={(event) => setLaunchId(event.target.value)}
            >
              <option value={NEW}>A new launch</option>
              {launches.map(({ id, name: label, state }) => (
                <option key={id} value={id} disabled={taken.has(id)}>
                  {label}
                  {taken.has(id) ? ' (has a draft of it)' : state === 'live' ? ' (live)' : ''}
                </option>
              ))}
            </SelectField>
            {isNew && (
              <Field
                label="Name of the launch"
                name="launch-name"
                required
                maxLength={MAX_LAUNCH_NAME}
                hint="Drafts of one launch go live together."
                value={name}
                error={errorOf('launch-name')}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </DialogForm>
        )}
      </Loaded>
    </Dialog>
  )
}
