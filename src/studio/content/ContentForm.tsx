import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import { type ContentKind, parseContentId, toContentTitle } from '#src/contract/content.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { LaunchDraft } from '#src/contract/launches.ts'
import { Button } from '#src/ui/Button.tsx'
import { queryClient, request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import {
  type DraftFormProps,
  type DraftInfo,
  toDraftForm,
  toDraftInfo,
} from '../launches/draft-form.ts'
import { LaunchLink } from '../launches/LaunchLink.tsx'
import { PAGE_WIDTHS, PreviewChoice, PreviewFrame } from '../preview/PreviewFrame.tsx'
import { reloadCatalog } from '../product-list/catalog.ts'
import { startSave } from '../publish/publish-state.ts'
import { DeleteButton } from '../record/DeleteButton.tsx'
import type { DraftKey } from '../record/drafts.ts'
import { SectionLinks } from '../record/fields.tsx'
import { FormTitle, RecordFormLayout } from '../record/RecordFormLayout.tsx'
import { RECORD_SCOPE, useRecordForm } from '../record/use-record-form.ts'

import { confirm } from '../ui/confirm.tsx'
import { NOT_SAVED, ReasonedButton } from '../ui/ReasonedButton.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { ArchiveCategory } from './ArchiveCategory.tsx'
import { CollectionRule } from './CollectionRule.tsx'
import { ContentFields, isTitled } from './ContentFields.tsx'
import { type Body, type ContentValues, getFields } from './content-form.ts'
import {
  type ContentFormKind,
  createContentKind,
  hasMany,
  toLivePath,
  updateCachedRecord,
  useLivePath,
} from './content-record.ts'
import { EditedBodyState, useEditedBody } from './edited-body.tsx'
import { FactsButton, FactsMenu, rememberFocus } from './FactsMenu.tsx'
import { isSearchRecord, SearchReplay, usePrefilledRow } from './SearchReplay.tsx'

export const AllContentLink = ({ className = '' }) => (
  <TextLink to="/content" className={className}>
    All content
  </TextLink>
)

interface Props {
  id: string
  kind: ContentKind
  draftKey: DraftKey
  /** The saved record; undefined for a new one. */
  record?: ContentRecord
  /** The name of a new record. */
  name?: string | undefined
}

/** A draft as the record that it becomes. */
const toDraftRecord = (draft: LaunchDraft): ContentRecord & DraftInfo => ({
  ...toDraftInfo(draft),
  id: draft.recordId,
  revision: draft.revision,
  archived: false,
  slug: null,
  body: draft.body,
  updatedAt: draft.updatedAt,
  initialBody: null,
  pictures: draft.pictures,
})

const toPreview = (id: string, kind: ContentKind) =>
  isSearchRecord(id)
    ? { preview: <SearchReplay id={id} />, previewLabel: 'What changes' }
    : { preview: <ContentPreview id={id} kind={kind} /> }

/** The draft of a record in a launch. */
export function ContentDraftForm({ recordId: id, launch, draft, draftKey }: DraftFormProps) {
  const { kind = 'home' } = parseContentId(id) ?? {}
  const fields = getFields(kind)
  const form = useMemo(
    () =>
      toDraftForm<ContentValues, Body, ContentRecord & DraftInfo>(
        createContentKind(id, kind),
        launch,
        toDraftRecord,
      ),
    [id, kind, launch],
  )
  const record = useMemo(() => toDraftRecord(draft), [draft])
  const state = useRecordForm(form, record, draftKey)
  const body = useWatch({ control: state.form.control, name: 'body' })
  return (
    <RecordFormLayout
      state={state}
      kind={form}
      recordId={id}
      launch={launch}
      back={<LaunchLink launch={launch} />}
      title={<FormTitle>{`Draft of ${toContentTitle(kind, body)}`}</FormTitle>}
      tools={isSearchRecord(id) ? null : <FactsMenu kind={kind} />}
      actions={null}
      livePath={undefined}
      {...toPreview(id, kind)}
    >
      <div className="flex flex-col gap-5" onFocusCapture={rememberFocus}>
        <ContentFields fields={fields} path="body" />
      </div>
    </RecordFormLayout>
  )
}

export function ContentForm({ id, kind, draftKey, record: initial, name }: Props) {
  const [, navigate] = useLocation()
  const fields = getFields(kind)
  const made = useMemo(() => createContentKind(id, kind), [id, kind])
  const [slug, setSlug] = useState(initial?.slug)
  const livePath = useLivePath(id, slug)
  const form: ContentFormKind = {
    ...made,
    onSaved: (saved, save, isNew) => {
      setSlug(saved.slug)
      updateCachedRecord(saved, save, livePath && toLivePath(saved.id, saved.slug))
      // From here on it is read. A new category may get another id.
      if (isNew || saved.id !== id) navigate(`/content/${saved.id}`, { replace: true })
    },
  }
  const state = useRecordForm(form, initial, draftKey)
  const { saved: record, isDirty, restoredAt } = state
  usePrefilledRow(id, state.form)
  useTypedName(restoredAt === undefined ? name : undefined, state.form)
  const body = useWatch({ control: state.form.control, name: 'body' })
  const { initialBody } = record ?? {}
  const sections = Object.entries(fields)
    .filter(([, field]) => isTitled(field))
    .map(([field, { label }]) => [`group-${field}`, label] as const)
  const restoreInitial = async (first: Body) => {
    const confirmed = await confirm({
      title: 'Restore the text that the shop comes with?',
      text: 'Every field of this form gets its first text. Nothing is published before you save.',
      confirmLabel: 'Restore',
    })
    if (confirmed) state.restore(first, form.fields.names)
  }
  return (
    <RecordFormLayout
      state={state}
      kind={form}
      recordId={id}
      back={<AllContentLink className="-my-3 text-sm" />}
      title={
        <FormTitle>{toContentTitle(kind, body) || `New ${CONTENT_KINDS[kind].label}`}</FormTitle>
      }
      tools={isSearchRecord(id) ? null : <FactsMenu kind={kind} />}
      actions={
        record && (
          <>
            {hasMany(kind) && (
              <ArchiveButton
                record={record}
                isDirty={isDirty}
                livePath={livePath}
                onChange={state.showVersion}
              />
            )}
            {initialBody && record.revision > 0 && (
              <Button variant="secondary" onClick={() => void restoreInitial(initialBody)}>
                Restore the first text
              </Button>
            )}
          </>
        )
      }
      livePath={record?.archived ? undefined : livePath}
      {...toPreview(id, kind)}
      initialBody={initialBody ?? undefined}
    >
      {sections.length > 1 && <SectionLinks sections={sections} />}
      {!isSearchRecord(id) && <FactsButton className="self-start sm:hidden" />}
      <div className="flex flex-col gap-5" onFocusCapture={rememberFocus}>
        <ContentFields fields={fields} path="body" />
        {kind === 'collection' && <CollectionRule id={id} />}
      </div>
    </RecordFormLayout>
  )
}

/** The name of a new record is typed before its form opens: it is unsaved like what is typed there. */
function useTypedName(
  name: string | undefined,
  { setValue }: UseFormReturn<ContentValues, unknown, Body>,
): void {
  const begin = useEffectEvent(() => {
    if (name) setValue('body.name', name, { shouldDirty: true })
  })
  useEffect(() => begin(), [])
}

interface ArchiveProps {
  record: ContentRecord
  isDirty: boolean
  livePath: string | undefined
  onChange: (record: ContentRecord) => void
}

/** Takes a record off the site, or puts it there again. */
function ArchiveButton({ record, isDirty, livePath, onChange }: ArchiveProps) {
  const { id, archived, slug, body } = record
  const name = String(body['name'])
  const isCategory = parseContentId(id)?.kind === 'category'
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  const change = useMutation({
    scope: RECORD_SCOPE,
    mutationFn: async (moveTo: string | undefined) => {
      const save = startSave()
      const input = { param: id, body: { archived: !archived, ...(moveTo && { moveTo }) } }
      return { save, ...(await request('PUT /editor/content/:id/archived', input)) }
    },
    onSuccess: ({ save, record: changed }) => {
      onChange(changed)
      updateCachedRecord(changed, save, livePath)
      if (isCategory) void reloadCatalog()
      toast.success(archived ? `${name} is on the site again.` : `${name} is archived.`)
    },
  })
  const confirmChange = async () => {
    if (isCategory && !archived) return setAsking(true)
    const confirmed =
      archived ||
      (await confirm({
        title: `Archive ${name}?`,
        text: 'It leaves the site. It can be restored at any time.',
        confirmLabel: 'Archive',
      }))
    if (confirmed) change.mutate(undefined)
  }
  return (
    <>
      <ReasonedButton
        variant="secondary"
        busy={change.isPending}
        reason={isDirty ? NOT_SAVED : undefined}
        onClick={() => void confirmChange()}
      >
        {archived ? 'Restore' : 'Archive'}
      </ReasonedButton>
      {archived && (
        <DeleteButton
          name={name}
          reason={isDirty ? NOT_SAVED : undefined}
          remove={() => request('DELETE /editor/content/:id', { param: id })}
          onDeleted={() => {
            void queryClient.invalidateQueries({ queryKey: ['GET /editor/content'] })
            navigate('/content', { replace: true })
          }}
        />
      )}
      {isAsking && (
        <ArchiveCategory
          category={slug ?? ''}
          name={name}
          onClose={() => setAsking(false)}
          onArchive={(moveTo) => {
            setAsking(false)
            change.mutate(moveTo)
          }}
        />
      )}
    </>
  )
}

const VIEWS = ['Phone', 'Desktop'] as const

/** The page of the record; while a field has an error, as it was before. */
function ContentPreview({ id, kind }: { id: string; kind: ContentKind }) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Phone')
  const path = toLivePath(id)
  const { data, error, isInvalid } = useEditedBody('POST /editor/content/:id/preview', id, kind)
  return (
    <div className="flex flex-col gap-3">
      <PreviewChoice views={VIEWS} view={view} onChange={setView} />
      <EditedBodyState what="preview" error={error} isInvalid={isInvalid} />
      <PreviewFrame
        html={data?.html}
        path={path}
        width={PAGE_WIDTHS[view]}
        isMail={path === undefined}
      />
    </div>
  )
}
