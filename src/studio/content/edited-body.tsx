import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallOptions } from '#src/api-client/call.ts'
import type { ContentKind } from '#src/contract/content.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { request } from '../app/api.ts'
import { useDebouncedValues } from '../preview/PreviewFrame.tsx'
import { type ContentValues, toContentForm } from './content-form.ts'

/** Calls about a body that is not saved. */
type BodyCall = 'POST /editor/content/:id/preview' | 'POST /editor/content/:id/replay'

/** Returns the answer of a call to the edited body, or to the last valid one while a field has an error. */
export function useEditedBody<E extends BodyCall>(endpoint: E, id: string, kind: ContentKind) {
  const schema = useMemo(() => toContentForm(kind), [kind])
  const body = useDebouncedValues((values: ContentValues) => schema.safeParse(values).data)
  const answer = useQuery({
    queryKey: [endpoint, id, body],
    queryFn: () =>
      request(endpoint, { param: id, body: { body: body ?? {} } } as unknown as CallOptions<E>),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return { ...answer, isInvalid: body === undefined }
}

interface StateProps {
  /** E.g. `preview`. */
  what: string
  error: Error | null
  isInvalid: boolean
}

/** Why the answer is an earlier one, or none. */
export const EditedBodyState = ({ what, error, isInvalid }: StateProps) => (
  <>
    {error && <Notice kind="error">{error.message}</Notice>}
    {isInvalid && (
      <p role="status" className="text-sm text-muted">
        The {what} waits until every field is filled in as its hint says.
      </p>
    )}
  </>
)
