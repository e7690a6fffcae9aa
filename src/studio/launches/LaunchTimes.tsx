import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { LaunchDetail } from '#src/contract/launches.ts'
import { MAX_LAUNCH_NAME } from '#src/contract/values.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { type CallError, request } from '../app/api.ts'
import { fromLocalInput, toLocalInput } from '../app/time.ts'
import { toast } from '../app/toasts.tsx'
import { useFieldDrafts } from '../record/use-text-draft.ts'
import { refreshLaunches } from './draft-form.ts'
import { isNotLive } from './launch-state.tsx'

const TIME_FIELDS = ['name', 'startsAt', 'endsAt'] as const
type TimeField = (typeof TIME_FIELDS)[number]

const toInput = (iso: string | null): string => (iso === null ? '' : toLocalInput(iso))

/** Its name, and when it starts and ends by itself. */
export function LaunchTimes({ launch }: { launch: LaunchDetail }) {
  const canStart = isNotLive(launch)
  const [typed, type, clear] = useFieldDrafts(`launch/${launch.id}`)
  const {
    name = launch.name,
    start = toInput(launch.undoneAt ? null : launch.startsAt),
    end = toInput(launch.undoneAt ? null : launch.endsAt),
  } = typed
  const [error, setError] = useState<{ field: TimeField; message: string }>()
  const showError = (field: TimeField, message: string) => {
    setError({ field, message })
    document.getElementById(`launch-${field}`)?.focus()
  }
  const save = useMutation({
    mutationFn: () =>
      request('PATCH /editor/launches/:id', {
        param: launch.id,
        body: {
          name: name.trim(),
          ...(canStart ? { startsAt: fromLocalInput(start) ?? null } : {}),
          endsAt: fromLocalInput(end) ?? null,
        },
      }),
    onSuccess: () => {
      setError(undefined)
      clear()
      refreshLaunches()
      toast.success('The launch is saved.')
    },
    onError: (error) => {
      const { field, message } = error as CallError
      const shown = TIME_FIELDS.find((name) => name === field)
      if (shown && document.getElementById(`launch-${shown}`)) showError(shown, message)
      else toast.error(message)
    },
  })
  const errorOf = (field: TimeField) => (error?.field === field ? error.message : undefined)
  return (
    <form
      noValidate
      aria-label="When"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') showError('name', 'Fill this in.')
        else save.mutate()
      }}
    >
      <h2 className="text-title">When</h2>
      <Field
        label="Name"
        name="launch-name"
        required
        maxLength={MAX_LAUNCH_NAME}
        value={name}
        error={errorOf('name')}
        onChange={({ target }) => type({ name: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {canStart && (
          <Field
            label="Start, in Indian time (IST)"
            name="launch-startsAt"
            type="datetime-local"
            hint="Without one it goes live by the button."
            value={start}
            error={errorOf('startsAt')}
            onChange={({ target }) => type({ start: target.value })}
          />
        )}
        <Field
          label="End, in Indian time (IST)"
          name="launch-endsAt"
          type="datetime-local"
          hint="It is undone then."
          value={end}
          error={errorOf('endsAt')}
          onChange={({ target }) => type({ end: target.value })}
        />
      </div>
      <Button variant="secondary" type="submit" busy={save.isPending} className="self-start">
        Save
      </Button>
    </form>
  )
}
