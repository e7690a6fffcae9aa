import type { FieldValues } from 'react-hook-form'
import { parseContentId } from '#src/contract/content.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import type { LaunchDraft } from '#src/contract/launches.ts'
import { withAllIds } from '#src/rules/product/choice-ids.ts'
import { queryClient, request } from '../app/api.ts'
import { followSave } from '../publish/publish-state.ts'
import type { DraftKey } from '../record/drafts.ts'
import type { RecordForm, SavedRecord } from '../record/use-record-form.ts'

/** The launch that a draft belongs to. */
export interface DraftLaunch {
  id: string
  name: string
  /** Whether shoppers see each save at once. */
  isLive?: boolean
}

/** What a draft has beside the record that it becomes. */
export interface DraftInfo {
  basedOn: number
  savedBy: string
  savedAt: string
}

/** Reads who saved the draft that a conflict has. */
export const getSavedBy = (draft: object): DraftInfo => draft as DraftInfo

export interface DraftFormProps {
  recordId: string
  launch: DraftLaunch
  draft: LaunchDraft
  draftKey: DraftKey
}

export const toDraftInfo = ({ basedOn, savedBy, updatedAt }: LaunchDraft): DraftInfo => ({
  basedOn,
  savedBy,
  savedAt: updatedAt,
})

/** The page of the studio with a record, or with its draft. */
export const toRecordAddress = (recordId: string, launch?: { id: string }): string =>
  `/${parseContentId(recordId) ? 'content' : 'products'}/${recordId}${launch ? `?launch=${launch.id}` : ''}`

/** A body as it is sent: that of a product with all its ids. */
const toSent = (recordId: string, body: object) =>
  parseContentId(recordId) ? body : withAllIds(body as CatalogEntry)

/** What lists of launches and drafts show has changed. */
export const refreshLaunches = (): void =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [endpoint] }) =>
      /^GET \/editor\/(?:launches|drafts)/.test(String(endpoint)),
  })

/** The form of a record, which saves into a launch. */
export const toDraftForm = <
  Values extends FieldValues,
  Body extends object,
  Saved extends SavedRecord & DraftInfo,
>(
  kind: Omit<RecordForm<Values, Body, SavedRecord & Omit<Saved, keyof DraftInfo>>, 'onSaved'>,
  launch: DraftLaunch,
  toSaved: (draft: LaunchDraft) => Saved,
): RecordForm<Values, Body, Saved> => ({
  ...(kind as unknown as RecordForm<Values, Body, Saved>),
  save: async (body, saved, revision) => {
    const record = saved?.id ?? ''
    const { draft } = await request('PUT /editor/launches/:id/draft', {
      param: launch.id,
      body: {
        record,
        revision,
        basedOn: saved?.basedOn ?? 0,
        body: toSent(record, body) as Record<string, unknown>,
      },
    })
    return toSaved(draft)
  },
  toSaved: (current) => toSaved(current as LaunchDraft),
  onSaved: (_, save) => {
    if (launch.isLive) followSave(save, { title: launch.name, path: '' })
    refreshLaunches()
  },
})
