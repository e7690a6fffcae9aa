import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { CONTENT_KINDS, type ContentKind, type ContentRecord } from '#src/contract/content.ts'
import { request } from '../api.ts'
import type { DraftKey } from '../form/drafts.ts'
import { SectionLinks } from '../form/fields.tsx'
import { FormTitle, RecordFormLayout } from '../form/RecordFormLayout.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { PAGE_WIDTHS, PreviewChoice, PreviewFrame, usePaused } from '../preview/PreviewFrame.tsx'
import { beginSave } from '../publish/publish-state.ts'
import { toast } from '../toasts.tsx'
import { Tool } from '../ui/controls.tsx'
import { confirm } from '../ui/Dialog.tsx'
import { ContentFields, isTitled } from './ContentFields.tsx'
import { type Body, type ContentValues, getFields, toContentForm } from './content-form.ts'
import {
  type ContentFormKind,
  createContentKind,
  hasMany,
  noteSaved,
  toLivePath,
  toTitle,
} from './content-record.ts'
import { FactsButton, FactsMenu, noteFocus } from './FactsMenu.tsx'

export const AllContentLink = ({ className = '' }) => (
  <Link to="/content" className={`inline-flex min-h-11 items-center link ${className}`}>
    All content
  </Link>
)

interface Props {
  id: string
  kind: ContentKind
  draftKey: DraftKey
  /** Undefined for a new one. */
  record?: ContentRecord
  /** Of a new one. */
  name?: string | undefined
}

export function ContentForm({ id, kind, draftKey, record: initial, name }: Props) {
  const [, navigate] = useLocation()
  const fields = getFields(kind)
  const made = useMemo(() => createContentKind(id, kind, name), [id, kind, name])
  const form: ContentFormKind = {
    ...made,
    onSaved: (saved, save, isNew) => {
      noteSaved(saved, save)
      // From here on it is read. A category that was renamed has another id.
      if (isNew || saved.id !== id) navigate(`/content/${saved.id}`, { replace: true })
    },
  }
  const state = useRecordForm(form, initial, draftKey)
  const { saved: record, isDirty } = state
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
      back={<AllContentLink className="-my-3 text-sm" />}
      title={<FormTitle>{toTitle(kind, body) || `New ${CONTENT_KINDS[kind].label}`}</FormTitle>}
      tools={<FactsMenu kind={kind} />}
      actions={
        record && (
          <>
            {hasMany(kind) && (
              <ArchiveButton record={record} isDirty={isDirty} onChange={state.showVersion} />
            )}
            {initialBody && record.revision > 0 && (
              <Tool onClick={() => void restoreInitial(initialBody)}>Restore the first text</Tool>
            )}
          </>
        )
      }
      livePath={record?.archived ? undefined : toLivePath(id)}
      preview={<ContentPreview id={id} kind={kind} />}
      initialBody={initialBody ?? undefined}
    >
      {sections.length > 1 && <SectionLinks sections={sections} />}
      <FactsButton className="self-start sm:hidden" />
      <div className="flex flex-col gap-5" onFocusCapture={noteFocus}>
        <ContentFields fields={fields} path="body" />
      </div>
    </RecordFormLayout>
  )
}

interface ArchiveProps {
  record: ContentRecord
  isDirty: boolean
  onChange: (record: ContentRecord) => void
}

/** Takes a record off the site, or puts it there again. */
function ArchiveButton({ record: { id, archived, body }, isDirty, onChange }: ArchiveProps) {
  const name = String(body['name'])
  const change = useMutation({
    mutationFn: async () => {
      const save = beginSave()
      const given = { param: id, body: { archived: !archived } }
      return { save, ...(await request('PUT /editor/content/:id/archived', given)) }
    },
    onSuccess: ({ save, record }) => {
      onChange(record)
      noteSaved(record, save)
      toast.success(archived ? `${name} is on the site again.` : `${name} is archived.`)
    },
  })
  const confirmChange = async () => {
    const confirmed =
      archived ||
      (await confirm({
        title: `Archive ${name}?`,
        text: 'It leaves the site. It can be restored at any time.',
        confirmLabel: 'Archive',
      }))
    if (confirmed) change.mutate()
  }
  return (
    <Tool busy={change.isPending} disabled={isDirty} onClick={() => void confirmChange()}>
      {archived ? 'Restore' : 'Archive'}
    </Tool>
  )
}

const VIEWS = ['Phone', 'Desktop'] as const

/** The page of the record; while a field has a fault, as it was before. */
function ContentPreview({ id, kind }: { id: string; kind: ContentKind }) {
  const rule = useMemo(() => toContentForm(kind), [kind])
  const body = usePaused((values: ContentValues) => rule.safeParse(values).data)
  const [view, setView] = useState<(typeof VIEWS)[number]>('Phone')
  const path = toLivePath(id)
  const { data, error } = useQuery({
    queryKey: ['POST /editor/content/:id/preview', id, body],
    queryFn: () =>
      request('POST /editor/content/:id/preview', { param: id, body: { body: body ?? {} } }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <div className="flex flex-col gap-3">
      <PreviewChoice views={VIEWS} view={view} onChange={setView} />
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error.message}
        </p>
      )}
      {!body && (
        <p role="status" className="text-sm text-muted">
          The preview waits until every field is filled in as its hint says.
        </p>
      )}
      <PreviewFrame
        html={data?.html}
        path={path}
        width={PAGE_WIDTHS[view]}
        isMail={path === undefined}
      />
    </div>
  )
}
