import { useMutation } from '@tanstack/react-query'
import type { LaunchDetail } from '#src/contract/launches.ts'
import { MAX_LAUNCH_NAME } from '#src/contract/values.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { type CallError, request } from '../app/api.ts'
import { fromLocalInput, toLocalInput } from '../app/time.ts'
import { toast } from '../app/toasts.tsx'
import { useDraft } from '../record/use-draft.ts'
import { refreshLaunches } from './draft-form.ts'
import { isNotLive } from './launch-state.tsx'

const toInput = (iso: string | null): string => (iso === null ? '' : toLocalInput(iso))

/** Its name, and when it starts and ends by itself. */
export function LaunchTimes({ launch }: { launch: LaunchDetail }) {
  const isLive = !isNotLive(launch)
  const { typed, change, clear } = useDraft(`launch/${launch.id}`)
  const {
    name = launch.name,
    start = toInput(launch.undoneAt ? null : launch.startsAt),
    end = toInput(launch.undoneAt ? null : launch.endsAt),
  } = typed
  const values = { 'launch-name': name, 'launch-startsAt': start, 'launch-endsAt': end }
  const { errorOf, check, reject } = useFields<keyof typeof values>(
    { 'launch-name': findMissing(name) },
    values,
  )
  const save = useMutation({
    mutationFn: () =>
      request('PATCH /editor/launches/:id', {
        param: launch.id,
        body: {
          name: name.trim(),
          // A live launch that gets another start ends until then.
          ...(isLive && start === toInput(launch.startsAt)
            ? {}
            : { startsAt: fromLocalInput(start) ?? null }),
          endsAt: fromLocalInput(end) ?? null,
        },
      }),
    onSuccess: () => {
      clear()
      refreshLaunches()
      toast.success('The launch is saved.')
    },
    onError: (error) => {
      const { field, message } = error as CallError
      const id = `launch-${field}`
      if (id in values && document.getElementById(id)) reject(id as keyof typeof values, message)
      else toast.error(message)
    },
  })
  return (
    <form
      noValidate
      aria-label="When"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) save.mutate()
      }}
    >
      <h2 className="text-title">When</h2>
      <Field
        label="Name"
        name="launch-name"
        required
        maxLength={MAX_LAUNCH_NAME}
        value={name}
        error={errorOf('launch-name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Start, in Indian time (IST)"
          name="launch-startsAt"
          type="datetime-local"
          hint={
            isLive
              ? 'With a later one it ends now, and starts then.'
              : 'Without one it goes live by the button.'
          }
          value={start}
          error={errorOf('launch-startsAt')}
          onChange={({ target }) => change({ start: target.value })}
        />
        <Field
          label="End, in Indian time (IST)"
          name="launch-endsAt"
          type="datetime-local"
          hint="The records show their own values again then."
          value={end}
          error={errorOf('launch-endsAt')}
          onChange={({ target }) => change({ end: target.value })}
        />
      </div>
      <Button variant="secondary" type="submit" busy={save.isPending} className="self-start">
        Save
      </Button>
    </form>
  )
}
