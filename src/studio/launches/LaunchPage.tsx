import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { parseContentId } from '#src/contract/content.ts'
import type { LaunchDetail, LaunchItem } from '#src/contract/launches.ts'
import { Field } from '#src/ui/Field.tsx'
import { type CallError, request, useCall } from '../api.ts'
import { toRecordFields } from '../content/content-form.ts'
import { entryFields } from '../form/entry-fields.ts'
import type { RecordFields } from '../form/record-fields.ts'
import { beginSave, followSave } from '../publish/publish-state.ts'
import { formatDateTime, fromLocalInput, toLocalInput } from '../time.ts'
import { toast } from '../toasts.tsx'
import { Badge, Page, Tool } from '../ui/controls.tsx'
import { confirm } from '../ui/Dialog.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { refreshLaunches, toRecordAddress } from './draft-form.ts'
import { countDrafts, LaunchState } from './launch-state.tsx'
import { PreviewLink } from './PreviewLink.tsx'

const AllLaunchesLink = () => (
  <Link to="/launches" className="inline-flex min-h-11 items-center text-sm link">
    All launches
  </Link>
)

/** A launch: its drafts with what they change, its times, its preview, and its going live. */
export function LaunchPage({ params: { id } }: { params: { id: string } }) {
  const read = useCall('GET /editor/launches/:id', { param: id })
  const { launch } = read.data ?? {}
  return (
    <div className="flex flex-col gap-2">
      <AllLaunchesLink />
      <Page
        title={launch?.name ?? 'Launch'}
        actions={launch && <Actions key={launch.state} launch={launch} />}
      >
        <Loaded from={read}>{({ launch: shown }) => <Content launch={shown} />}</Loaded>
      </Page>
    </div>
  )
}

const isWaiting = ({ state }: LaunchDetail): boolean => state !== 'live'

function Actions({ launch }: { launch: LaunchDetail }) {
  const { id, name, items } = launch
  const [, navigate] = useLocation()
  const follow = { onSettled: refreshLaunches }
  const publish = useMutation({
    mutationFn: async () => {
      const save = beginSave()
      await request('POST /editor/launches/:id/publish', { param: id })
      return save
    },
    onSuccess: (save) => {
      followSave(save, { title: name, path: '' })
      toast.success(`${name} goes live.`)
    },
    ...follow,
  })
  const undo = useMutation({
    mutationFn: async () => {
      const save = beginSave()
      return { save, ...(await request('POST /editor/launches/:id/undo', { param: id })) }
    },
    onSuccess: ({ save, kept }) => {
      followSave(save, { title: name, path: '' })
      if (kept.length === 0) toast.success(`${name} is undone.`)
      else
        toast.error(
          `${name} is undone. Fields that were changed since stay: ${kept.map(({ title }) => title).join(', ')}.`,
        )
    },
    ...follow,
  })
  const remove = useMutation({
    mutationFn: () => request('DELETE /editor/launches/:id', { param: id }),
    onSuccess: () => {
      refreshLaunches()
      navigate('/launches')
    },
  })
  const ask = async (question: Parameters<typeof confirm>[0], then: () => void) => {
    if (await confirm(question)) then()
  }
  if (!isWaiting(launch))
    return (
      <Tool
        kind="danger"
        busy={undo.isPending}
        onClick={() =>
          void ask(
            {
              title: `Undo ${name}?`,
              text: 'Its records get what they had before, at one moment. Fields that somebody has changed since stay.',
              confirmLabel: 'Undo',
            },
            undo.mutate,
          )
        }
      >
        Undo
      </Tool>
    )
  return (
    <>
      <Tool
        busy={remove.isPending}
        onClick={() =>
          void ask(
            {
              title: `Delete ${name}?`,
              text: `${countDrafts(items.length)} of it are deleted, too. The shop stays as it is.`,
              confirmLabel: 'Delete',
            },
            remove.mutate,
          )
        }
      >
        Delete
      </Tool>
      <Tool
        kind="primary"
        busy={publish.isPending}
        disabled={items.length === 0}
        onClick={() =>
          void ask(
            {
              title: `Publish ${name} now?`,
              text: `${countDrafts(items.length)} go live at one moment. They can be undone as one.`,
              confirmLabel: 'Publish',
            },
            publish.mutate,
          )
        }
      >
        Publish now
      </Tool>
    </>
  )
}

function Content({ launch }: { launch: LaunchDetail }) {
  const { items, message, publishedAt, undoneAt } = launch
  const refused = isWaiting(launch)
    ? items.filter(({ clashes, faults }) => clashes.length + faults.length > 0)
    : []
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <LaunchState state={launch.state} />
          {publishedAt && <span>Went live {formatDateTime(publishedAt)}.</span>}
          {undoneAt && <span>Undone {formatDateTime(undoneAt)}.</span>}
        </p>
        {message && (
          <p role="alert" className="border-s-2 border-danger ps-4 text-danger">
            {message}
          </p>
        )}
        {refused.length > 0 && (
          <p role="status" className="border-s-2 border-danger ps-4">
            {countDrafts(refused.length)} cannot go live as saved:{' '}
            {refused.map(({ title }) => title).join(', ')}. Open each and save it again.
          </p>
        )}
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <Times key={`${launch.startsAt} ${launch.endsAt} ${launch.name}`} launch={launch} />
        <PreviewLink launch={launch} />
      </div>
      <section aria-label="Drafts" className="flex flex-col gap-3">
        <h2 className="text-title">{countDrafts(items.length)}</h2>
        {items.length === 0 && (
          <p className="text-sm text-muted">
            Open a product or a text, change it, and choose “Save draft”.
          </p>
        )}
        <ul className="flex flex-col border-t border-line">
          {items.map((item) => (
            <Item key={item.recordId} {...{ item, launch }} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function getFields({ kind, recordId }: LaunchItem): RecordFields<LaunchItem['before']> {
  const content = parseContentId(recordId)
  return kind === 'content' && content
    ? toRecordFields(content.kind)
    : (entryFields as unknown as RecordFields<LaunchItem['before']>)
}

/** Fields of an item that are shown at once. */
const SHOWN_FIELDS = 6

function Item({ item, launch }: { item: LaunchItem; launch: LaunchDetail }) {
  const { recordId, title, isNew, savedBy, savedAt, changed, clashes, faults } = item
  const [isLong, setLong] = useState(false)
  const canChange = isWaiting(launch)
  const fields = getFields(item)
  const remove = useMutation({
    mutationFn: () =>
      request('DELETE /editor/launches/:id/draft', {
        param: launch.id,
        query: { record: recordId },
      }),
    onSuccess: () => toast.success(`The draft of ${title} is removed.`),
    onSettled: refreshLaunches,
  })
  const confirmRemove = async () => {
    const question = {
      title: `Remove the draft of ${title}?`,
      text: 'What it changes is deleted. The shop stays as it is.',
      confirmLabel: 'Remove',
    }
    if (await confirm(question)) remove.mutate()
  }
  const isWrong = canChange && clashes.length + faults.length > 0
  const shown = isLong ? item.fields : item.fields.slice(0, SHOWN_FIELDS)
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4">
        <Link
          to={toRecordAddress(recordId, canChange ? launch : undefined)}
          className="flex min-h-11 items-center font-medium underline-offset-4 hover:underline md:min-w-48 md:flex-1"
        >
          {title}
        </Link>
        {isNew && <Badge kind="note">New</Badge>}
        {isWrong && <Badge kind="bad">Cannot go live</Badge>}
        <span className="text-muted">
          {savedBy || 'An editor'}, {formatDateTime(savedAt)}
        </span>
        {canChange && (
          <Tool
            aria-label={`Remove the draft of ${title}`}
            busy={remove.isPending}
            onClick={() => void confirmRemove()}
          >
            Remove
          </Tool>
        )}
      </div>
      {isWrong && (
        <ul className="flex flex-col gap-1 text-danger">
          {clashes.length > 0 && (
            <li>
              {changed ? `${changed.by || 'Another editor'}, ${formatDateTime(changed.at)}, ` : ''}
              changed the same fields: {clashes.map(fields.getLabel).join(', ')}.
            </li>
          )}
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {canChange && item.fields.length === 0 && (
        <p className="text-muted">It changes nothing: the shop has all of it already.</p>
      )}
      {canChange && !isNew && shown.length > 0 && (
        <dl className="grid gap-x-6 gap-y-2 md:grid-cols-[10rem_1fr_1fr]">
          {shown.map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{fields.getLabel(name)}</dt>
              <dd>
                <del className="line-clamp-4 whitespace-pre-wrap text-muted">
                  {fields.format(item.before, name)}
                </del>
              </dd>
              <dd>
                <ins className="line-clamp-4 whitespace-pre-wrap no-underline">
                  {fields.format(item.after, name)}
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {canChange && !isNew && shown.length < item.fields.length && (
        <Tool kind="quiet" className="self-start" onClick={() => setLong(true)}>
          {item.fields.length - shown.length} more
        </Tool>
      )}
    </li>
  )
}

type TimeField = 'name' | 'startsAt' | 'endsAt'

const toInput = (iso: string | null): string => (iso === null ? '' : toLocalInput(iso))

/** Its name, and when it starts and ends by itself. */
function Times({ launch }: { launch: LaunchDetail }) {
  const canStart = isWaiting(launch)
  const [name, setName] = useState(launch.name)
  const [start, setStart] = useState(toInput(launch.undoneAt ? null : launch.startsAt))
  const [end, setEnd] = useState(toInput(launch.undoneAt ? null : launch.endsAt))
  const [fault, setFault] = useState<{ field: TimeField; message: string }>()
  const showFault = (field: TimeField, message: string) => {
    setFault({ field, message })
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
      setFault(undefined)
      refreshLaunches()
      toast.success('The launch is saved.')
    },
    onError: (error) => {
      const { field, message } = error as CallError
      showFault(field === 'endsAt' || field === 'name' ? field : 'startsAt', message)
    },
  })
  const errorOf = (field: TimeField) => (fault?.field === field ? fault.message : undefined)
  return (
    <form
      noValidate
      aria-label="When"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') showFault('name', 'Fill this in.')
        else save.mutate()
      }}
    >
      <h2 className="text-title">When</h2>
      <Field
        label="Name"
        name="launch-name"
        required
        maxLength={80}
        value={name}
        error={errorOf('name')}
        onChange={(event) => setName(event.target.value)}
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
            onChange={(event) => setStart(event.target.value)}
          />
        )}
        <Field
          label="End, in Indian time (IST)"
          name="launch-endsAt"
          type="datetime-local"
          hint="It is undone then."
          value={end}
          error={errorOf('endsAt')}
          onChange={(event) => setEnd(event.target.value)}
        />
      </div>
      <Tool type="submit" busy={save.isPending} className="self-start">
        Save
      </Tool>
    </form>
  )
}
