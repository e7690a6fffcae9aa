import { Fragment } from 'react'
import { listChangedFields } from '#src/editing/merge-versions.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChangedText } from '../record/ChangedText.tsx'
import type { RecordFields } from '../record/record-fields.ts'
import {
  countPruned,
  type RecordApi,
  type RecordVersion,
  type ShownByLaunch,
  useShownByLaunches,
  useVersions,
} from '../record/versions.ts'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'

const actionTexts: Record<RecordVersion<unknown>['action'], string> = {
  create: 'Created',
  update: 'Saved',
  archive: 'Archived',
  restore: 'Restored',
}

interface Props<Body> {
  api: RecordApi
  id: string
  revision: number
  fields: RecordFields<Body>
  /** Text for a record without versions. */
  empty: string
  /** The body that the first version was made from. Without it, its changes are not shown. */
  initialBody?: Body | undefined
  /** Puts old values into the form. */
  onRestore: (body: Body, names: string[], after: Body) => void
}

/** Every version with what it changed. Restoring puts the old value into the form, to be saved. */
export function HistoryPanel<Body>(props: Props<Body>) {
  const { api, id, revision, fields, empty, initialBody, onRestore } = props
  const history = useVersions<Body>(api, id, revision)
  const { data: launches = [] } = useShownByLaunches(api, id)

  return (
    <Loaded from={history}>
      {(versions) =>
        versions.length + launches.length === 0 ? (
          <p className="text-sm text-muted">{empty}</p>
        ) : (
          <ol className="flex flex-col">
            {launches
              .filter(({ from }) => !versions[0] || from >= versions[0].savedAt)
              .map((shown) => (
                <Shown key={shown.id + shown.from} shown={shown} fields={fields} />
              ))}
            {versions.map((version, index) => (
              <Fragment key={version.revision}>
                <li className="flex flex-col gap-2 border-b border-line py-4 text-sm">
                  <p className="flex flex-wrap items-baseline gap-x-3">
                    <span className="font-medium">{actionTexts[version.action]}</span>
                    <span className="text-muted">
                      {version.savedBy || 'An import'}, {formatInstant(version.savedAt)}
                    </span>
                    {version.reason && <span>{version.reason}</span>}
                  </p>
                  <Pruned count={countPruned(versions, index)} />
                  <Changes
                    body={version.body}
                    previous={index + 1 < versions.length ? versions[index + 1]?.body : initialBody}
                    fields={fields}
                    onRestore={onRestore}
                  />
                </li>
                {launches
                  .filter(
                    ({ from }) =>
                      from < version.savedAt && from >= (versions[index + 1]?.savedAt ?? ''),
                  )
                  .map((shown) => (
                    <Shown key={shown.id + shown.from} shown={shown} fields={fields} />
                  ))}
              </Fragment>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

/** What a launch showed between two versions. */
function Shown<Body>({ shown, fields }: { shown: ShownByLaunch } & Pick<Props<Body>, 'fields'>) {
  const { id, name, from, to, archived, after } = shown
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <TextLink to={`/launches/${id}`}>{name}</TextLink>
        <span className="text-muted">
          {formatInstant(from)} – {to ? formatInstant(to) : 'now'}
        </span>
      </p>
      {archived !== null && <p>{archived ? 'Archived' : 'On the site'} meanwhile.</p>}
      {shown.fields.map((field) => (
        <p key={field} className="line-clamp-3 whitespace-pre-wrap">
          <span className="text-muted">{fields.getLabel(field)}: </span>
          {fields.format(after as Body, field)}
        </p>
      ))}
    </li>
  )
}

/** Says that the changes of a version are those of other saves, too. */
function Pruned({ count }: { count: number }) {
  if (count === 0) return null
  const saves = count === 1 ? '1 earlier save, which is' : `${count} earlier saves, which are`
  return <p className="text-muted">Includes {saves} no longer kept.</p>
}

interface ChangesProps<Body> extends Pick<Props<Body>, 'fields' | 'onRestore'> {
  body: Body
  previous: Body | undefined
}

function Changes<Body>({ body, previous, fields, onRestore }: ChangesProps<Body>) {
  if (!previous) return null
  const names = listChangedFields(fields.names, previous, body)
  if (names.length === 0) return null
  return (
    <>
      <dl className="flex flex-col gap-3">
        {names.map((name) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="flex flex-wrap items-center justify-between gap-2 text-muted">
              {fields.getLabel(name)}
              <Button variant="quiet" onClick={() => onRestore(previous, [name], body)}>
                Restore the old {fields.getLabel(name).toLowerCase()}
              </Button>
            </dt>
            <dd className="grid gap-2 sm:grid-cols-2">
              <ChangedText
                before={fields.format(previous, name)}
                after={fields.format(body, name)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {names.length > 1 && (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => onRestore(previous, names, body)}
        >
          Restore all of them
        </Button>
      )}
    </>
  )
}
