import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { LaunchDetail } from '#src/contract/launches.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { request } from '../app/api.ts'
import { copyText } from '../app/copy-text.ts'
import { toast } from '../app/toasts.tsx'

import { refreshLaunches } from './draft-form.ts'

const HOURS = [
  [24, 'A day'],
  [72, 'Three days'],
  [168, 'A week'],
  [720, 'Thirty days'],
] as const

/** The link to the whole shop as the launch makes it. Its address is shown once. */
export function PreviewLink({ launch: { id, link } }: { launch: LaunchDetail }) {
  const [hours, setHours] = useState(24)
  const [address, setAddress] = useState<string>()
  const make = useMutation({
    mutationFn: () => request('POST /editor/launches/:id/link', { param: id, body: { hours } }),
    onSuccess: ({ path }) => {
      setAddress(location.origin + path)
      refreshLaunches()
    },
  })
  const end = useMutation({
    mutationFn: () => request('DELETE /editor/launches/:id/link', { param: id }),
    onSuccess: () => {
      setAddress(undefined)
      toast.success('The link has ended.')
      refreshLaunches()
    },
  })
  const copy = () =>
    copyText(
      address ?? '',
      'The link is copied.',
      'The browser does not allow it: select the address and copy it.',
    )
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <h2 className="text-title">Preview</h2>
      <p className="text-sm text-muted">
        A link to the whole shop as it will be. It needs no account, and nothing of it is stored or
        indexed. Pages are shown without scripts, so that nothing can be ordered.
      </p>
      {address && (
        <>
          <Field label="Address" name="preview-address" readOnly value={address} />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void copy()}>Copy the link</Button>
            <a href={address} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
              Open the preview
            </a>
          </div>
        </>
      )}
      {link && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          {address ? 'It works' : 'A link works'} until {formatInstant(link.expiresAt)}.
          <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()}>
            End the link
          </Button>
        </p>
      )}
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <SelectField
          label="It works for"
          name="preview-hours"
          required
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
        >
          {HOURS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button variant="secondary" type="submit" busy={make.isPending} className="min-h-12">
          {link ? 'Make a new link, which ends this one' : 'Make a link'}
        </Button>
      </form>
    </section>
  )
}
