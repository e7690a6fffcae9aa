import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { parseContentId } from '#src/contract/content.ts'
import { request, useCall } from '../app/api.ts'
import { DraftPage, useLaunchId } from '../launches/DraftPage.tsx'
import { readDraft } from '../record/drafts.ts'
import { Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { AllContentLink, ContentDraftForm, ContentForm } from './ContentForm.tsx'

/** A record of content; one that is new has its name from the dialog that begins it. */
export function ContentPage({ params: { id } }: { params: { id: string } }) {
  const userId = useCall('GET /users/getUserProfile').data?.user?.uid ?? ''
  const draftKey = useMemo(() => ({ userId, recordId: `content/${id}` }), [userId, id])
  const begun = useHistoryState<{ name?: string } | null>()?.name
  // Once: the form stays when its draft is discarded.
  const hasNewDraft = useMemo(() => {
    const draft = readDraft(draftKey)
    return draft !== undefined && draft.base === undefined
  }, [draftKey])
  const isNew = begun !== undefined || hasNewDraft
  const kind = parseContentId(id)?.kind
  const launchId = useLaunchId()
  // Read each time that it is opened: the form begins with what is saved.
  const record = useQuery({
    queryKey: ['GET /editor/content/:id', id],
    queryFn: () => request('GET /editor/content/:id', { param: id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: !isNew && kind !== undefined && !launchId,
  })
  if (!kind || record.error)
    return (
      <Page title="Content">
        {kind ? <Loaded from={record}>{() => null}</Loaded> : <p>There is no such record.</p>}
        <p>
          <AllContentLink />
        </p>
      </Page>
    )
  if (launchId)
    return <DraftPage recordId={id} launchId={launchId} userId={userId} Form={ContentDraftForm} />
  if (isNew) return <ContentForm key={id} id={id} kind={kind} draftKey={draftKey} name={begun} />
  return (
    <Loaded from={record}>
      {({ record: saved }) => (
        <ContentForm key={id} id={id} kind={kind} draftKey={draftKey} record={saved} />
      )}
    </Loaded>
  )
}
