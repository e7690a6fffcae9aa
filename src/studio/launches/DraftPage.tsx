import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { request } from '../app/api.ts'
import { Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import type { DraftFormProps } from './draft-form.ts'
import { LaunchLink } from './LaunchLink.tsx'

/** The launch that the address names. */
export const useLaunchId = (): string | null => new URLSearchParams(useSearch()).get('launch')

interface Props {
  recordId: string
  launchId: string
  userId: string
  Form: ComponentType<DraftFormProps>
}

/** The draft of a record. Read each time that it is opened: the form begins with what is saved. */
export function DraftPage({ recordId, launchId, userId, Form }: Props) {
  const draftKey = useMemo(
    () => ({ userId, recordId: `launch/${launchId}/${recordId}` }),
    [userId, launchId, recordId],
  )
  const read = useQuery({
    queryKey: ['GET draft', launchId, recordId],
    queryFn: async () => {
      const [{ draft }, { launch }] = await Promise.all([
        request('GET /editor/launches/:id/draft', { param: launchId, query: { record: recordId } }),
        request('GET /editor/launches/:id', { param: launchId }),
      ])
      const { name, state } = launch
      return { draft, launch: { id: launchId, name, isLive: state === 'live' } }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (read.error)
    return (
      <Page title="Draft">
        <Loaded from={read}>{() => null}</Loaded>
        <p>
          <LaunchLink launch={{ id: launchId, name: 'The launch' }} />
        </p>
      </Page>
    )
  return (
    <Loaded from={read}>
      {({ draft, launch }) => (
        <Form
          key={`${launchId} ${recordId}`}
          recordId={recordId}
          launch={launch}
          draft={draft}
          draftKey={draftKey}
        />
      )}
    </Loaded>
  )
}
