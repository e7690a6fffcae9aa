import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { parseContentId } from '#src/contract/content.ts'
import type { LaunchDetail, LaunchItem } from '#src/contract/launches.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { toRecordFields } from '../content/content-form.ts'
import { hasMany } from '../content/content-record.ts'
import { entryFields } from '../product/entry-fields.ts'
import { ChangedText } from '../record/ChangedText.tsx'
import type { RecordFields } from '../record/record-fields.ts'
import { confirm } from '../ui/confirm.tsx'
import { Badge, OptionSelect } from '../ui/controls.tsx'
import { refreshLaunches, toRecordAddress } from './draft-form.ts'
import { isNotLive, isRefused } from './launch-state.tsx'

function getFields({ kind, recordId }: LaunchItem): RecordFields<LaunchItem['before']> {
  const content = parseContentId(recordId)
  return kind === 'content' && content
    ? toRecordFields(content.kind)
    : (entryFields as unknown as RecordFields<LaunchItem['before']>)
}

type Action = 'archive' | 'restore'

/** Whether a record can be archived: products, and what there are many of. */
function canArchive({ kind, recordId }: LaunchItem): boolean {
  const content = parseContentId(recordId)
  return kind === 'product' || (content !== undefined && hasMany(content.kind))
}

/** Makes the draft archive its record or put it on the site, beside what it changes. */
async function setDraftAction(item: LaunchItem, launch: string, action: Action) {
  if (item.kind === 'product') {
    const body = { ids: [item.recordId], change: { kind: action }, launch }
    return await request('POST /editor/products/bulk', { body })
  }
  return await saveAgain(item, launch, action)
}

/** Saves a draft with another action. */
async function saveAgain({ recordId }: LaunchItem, launch: string, action: Action) {
  const query = { record: recordId }
  const { draft } = await request('GET /editor/launches/:id/draft', { param: launch, query })
  const { revision, basedOn, body } = draft
  const input = { record: recordId, revision, basedOn, body, action }
  return await request('PUT /editor/launches/:id/draft', { param: launch, body: input })
}

/** Fields of a draft that are shown at once. */
const SHOWN_FIELDS = 6

/** A draft of a launch: what it changes, and why the launch leaves it out. */
export function DraftItem({ item, launch }: { item: LaunchItem; launch: LaunchDetail }) {
  const { recordId, kind, title, isNew, action, archived } = item
  const { savedBy, savedAt, changed, errors, later } = item
  const [isLong, setLong] = useState(false)
  const isLive = !isNotLive(launch)
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
  const setState = useMutation({
    mutationFn: (action: Action) => setDraftAction(item, launch.id, action),
    onSettled: refreshLaunches,
  })
  const confirmRemove = async () => {
    const question = {
      title: `Remove the draft of ${title}?`,
      text: isLive
        ? 'What it changes is deleted. Shoppers see the record without it at once.'
        : 'What it changes is deleted. The shop stays as it is.',
      confirmLabel: 'Remove',
      isDangerous: true,
    }
    if (await confirm(question)) remove.mutate()
  }
  const isArchivedThen = action === 'update' ? archived : action === 'archive'
  const isWrong = isRefused(item)
  const shown = isLong ? item.fields : item.fields.slice(0, SHOWN_FIELDS)
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4">
        <Link
          to={toRecordAddress(recordId, launch)}
          className="flex min-h-11 items-center font-medium underline-offset-4 hover:underline md:min-w-48 md:flex-1"
        >
          {title}
        </Link>
        {isNew && <Badge kind="note">New</Badge>}
        {isWrong && <Badge kind="bad">Left out</Badge>}
        <span className="text-muted">
          {savedBy || 'An editor'}, {formatInstant(savedAt)}
        </span>
        {canArchive(item) && !isNew && (
          <OptionSelect
            label={`${title}, in the launch`}
            options={[
              ['restore', kind === 'product' ? 'On sale' : 'On the site'],
              ['archive', 'Archived'],
            ]}
            value={isArchivedThen ? 'archive' : 'restore'}
            onChange={({ target }) => setState.mutate(target.value as Action)}
          />
        )}
        <Button
          variant="secondary"
          aria-label={`Remove the draft of ${title}`}
          busy={remove.isPending}
          onClick={() => void confirmRemove()}
        >
          Remove
        </Button>
      </div>
      {isWrong && (
        <ul className="flex flex-col gap-1 text-danger">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      {later.map(({ at, message }) => (
        <p key={at} className="text-danger">
          From {formatInstant(at)}, when another launch starts or ends: {message}
        </p>
      ))}
      {!isLive && changed && (
        <p className="text-muted">
          {changed.by || 'Another editor'} saved it {formatInstant(changed.at)}. The launch still
          shows its own values below.
        </p>
      )}
      {!isLive && item.fields.length === 0 && archived === isArchivedThen && (
        <p className="text-muted">It changes nothing: the shop has all of it already.</p>
      )}
      {!isNew && shown.length > 0 && (
        <dl className="grid gap-x-6 gap-y-2 md:grid-cols-[10rem_1fr]">
          {shown.map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{fields.getLabel(name)}</dt>
              <dd className="grid gap-x-6 gap-y-2 md:grid-cols-2">
                <ChangedText
                  before={fields.format(item.before, name)}
                  after={fields.format(item.after, name)}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!isNew && shown.length < item.fields.length && (
        <Button variant="quiet" className="self-start" onClick={() => setLong(true)}>
          {item.fields.length - shown.length} more
        </Button>
      )}
    </li>
  )
}
