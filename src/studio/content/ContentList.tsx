import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ContentKind } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import type { ContentGroup } from '#src/contract/kinds/shared.ts'
import { findAddressError } from '#src/editing/record-address.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { foldText } from '#src/rules/search/stems.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, Input } from '#src/ui/Field.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { useCall } from '../app/api.ts'
import { defineList, text, useListState } from '../app/list-state.ts'
import { $publish } from '../publish/publish-state.ts'
import { useDraft } from '../record/use-draft.ts'
import { useSlugify } from '../record/use-slugify.ts'
import { SearchEverythingLink } from '../search/SearchEverythingLink.tsx'
import { Badge, Page } from '../ui/controls.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { ListRow } from '../ui/ListRow.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { ContentNav } from '../ui/SectionNav.tsx'
import { GROUP_LABELS, hasMany, toLivePath } from './content-record.ts'

const CONTENT = defineList({ search: text() })

type ListedRecord = ResponseBody<'GET /editor/content'>['records'][number]

const KINDS = Object.keys(CONTENT_KINDS) as ContentKind[]
const GROUPS = [...new Set(KINDS.map((kind): ContentGroup => CONTENT_KINDS[kind].group))]

const getGroup = ({ kind }: ListedRecord): ContentGroup | undefined =>
  CONTENT_KINDS[kind as ContentKind].group

/** Every text of the shop that editors change. */
export function ContentList() {
  const publish = useStore($publish)
  const listed = useCall('GET /editor/content', {}, `${publish?.release} ${publish?.state}`)
  const { state, type } = useListState(CONTENT)
  const { search } = state
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a phone, its keyboard would hide the list.
    if (!matchMedia('(pointer: fine)').matches) return
    // After the router has moved the focus to the page.
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const words = foldText(search).split(' ').filter(Boolean)
  const matches = ({ title, id }: ListedRecord) =>
    words.every((word) => foldText(`${title} ${id}`).includes(word))
  // Also before the list is there: the search is typed as soon as the page is open.
  const [isEntered, setEntered] = useState(false)
  const first = listed.data?.records.find(matches)
  useEffect(() => {
    if (isEntered && first) navigate(`/content/${first.id}`)
  }, [isEntered, first, navigate])
  return (
    <Page title="Content">
      <ContentNav />
      <search>
        <Input
          ref={input}
          type="search"
          aria-label="Search a record"
          placeholder="Search, and press Enter for the first"
          value={search}
          onChange={(event) => {
            type({ search: event.target.value })
            setEntered(false)
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && words.length > 0) setEntered(true)
          }}
          className="max-w-md"
        />
      </search>
      <Loaded from={listed}>
        {({ records }) => {
          const found = records.filter(matches)
          return (
            <>
              {found.length === 0 && (
                <p role="status">
                  Nothing has this name. <SearchEverythingLink search={search} />
                </p>
              )}
              <div className="gap-x-14 xl:columns-2">
                {GROUPS.map((group) => (
                  <Records
                    key={group}
                    title={GROUP_LABELS[group]}
                    records={found.filter(
                      (record) => getGroup(record) === group && !record.archived,
                    )}
                    isAlways={words.length === 0}
                  >
                    {KINDS.filter(
                      (kind) => hasMany(kind) && CONTENT_KINDS[kind].group === group,
                    ).map((kind) => (
                      <NewRecord key={kind} kind={kind} records={records} />
                    ))}
                  </Records>
                ))}
                <Records title="Archived" records={found.filter(({ archived }) => archived)} />
              </div>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface RecordsProps {
  title: string
  records: ListedRecord[]
  /** Also without records. */
  isAlways?: boolean
  /** Beside the heading. */
  children?: ReactNode
}

function Records({ title, records, isAlways, children }: RecordsProps) {
  if (records.length === 0 && !isAlways) return null
  const id = `records-${title}`
  return (
    <section aria-labelledby={id} className="mb-8 flex break-inside-avoid flex-col">
      <div className="flex min-h-12 flex-wrap items-end justify-between gap-3 border-b border-line pb-2">
        <h2 id={id} className="text-xl leading-tight">
          {title}
        </h2>
        {children}
      </div>
      {records.length === 0 && <p className="py-3 text-sm text-muted">Nothing here yet.</p>}
      <ul>
        {records.map((record) => (
          <ListRow key={record.id} to={`/content/${record.id}`} title={record.title}>
            {record.unpublished && <Badge kind="note">Not live yet</Badge>}
            <span className="text-muted">
              {record.updatedAt
                ? `${record.updatedBy || 'An earlier editor'}, ${formatInstant(record.updatedAt)}`
                : 'As it came with the shop'}
            </span>
          </ListRow>
        ))}
      </ul>
    </section>
  )
}

interface NewRecordProps {
  kind: ContentKind
  records: ListedRecord[]
}

/** Asks for the name and the address; the form of the record asks for the rest. */
function NewRecord({ kind, records }: NewRecordProps) {
  const [isOpen, setOpen] = useState(false)
  const { typed, change, clear } = useDraft(`new-${kind}`)
  const { name = '', address } = typed
  const [, navigate] = useLocation()
  const noun = CONTENT_KINDS[kind].label.toLowerCase()
  const toAddress = useSlugify(name)
  const isMade = kind === 'category'
  const key = isMade ? toAddress(name) : (address ?? toAddress(name))
  const recordId = `${kind}:${key}`
  const taken = records.find((other) => other.kind === kind && other.slug === key)
  const folder = toLivePath(`${kind}:a`)?.slice(0, -1) ?? ''
  const keyError =
    findAddressError(folder, key) ??
    (taken &&
      `“${taken.title}”${taken.archived ? ', which is archived,' : ''} has this address. Choose another one.`)
  const { errorOf, check } = useFields({
    'new-name': findMissing(name),
    'new-address': keyError,
  })
  const begin = () => {
    if (!check()) return
    clear()
    navigate(`/content/${recordId}`, { state: { name: name.trim() } })
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        New {noun}
      </Button>
      {isOpen && (
        <Dialog title={`New ${noun}`} onClose={() => setOpen(false)}>
          <DialogForm submitLabel="Write it" onSubmit={begin}>
            <Field
              label="Name"
              name="new-name"
              required
              value={name}
              error={errorOf('new-name')}
              onChange={({ target }) => change({ name: target.value })}
            />
            <Field
              label="Address"
              name="new-address"
              required
              value={key}
              hint={`The page will be at ${folder}${key || '…'}`}
              error={key === '' ? errorOf('new-address') : keyError}
              readOnly={isMade}
              onChange={({ target }) => change({ address: target.value })}
            />
          </DialogForm>
        </Dialog>
      )}
    </>
  )
}
