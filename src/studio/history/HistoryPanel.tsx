import { useFormContext } from 'react-hook-form'
import type { EditorProduct } from '#src/contract/editor.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { type CatalogEntry, ENTRY_FIELDS, type EntryField } from '#src/contract/entry.ts'
import { useCall } from '../api.ts'
import { formatField, listChangedFields } from '../form/entry-fields.ts'
import { type FormValues, toFormValues } from '../form/form-schema.ts'
import { formatDateTime } from '../time.ts'
import { toast } from '../toasts.tsx'
import { Tool } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'

type Version = ResponseBody<'GET /editor/products/:id/history'>['versions'][number]

const actionTexts: Record<Version['action'], string> = {
  create: 'Created',
  update: 'Saved',
  archive: 'Archived',
  restore: 'Put on sale again',
}

/** Every version with what it changed. Restoring puts the old value into the form, to be saved. */
export function HistoryPanel({ product }: { product: EditorProduct }) {
  const { id, revision } = product
  const history = useCall('GET /editor/products/:id/history', { param: id }, revision)
  const { setValue } = useFormContext<FormValues>()

  const restore = (entry: CatalogEntry, fields: EntryField[]) => {
    const values = toFormValues(entry, [])
    const pictures = values.pictures.map((row) => ({
      ...row,
      picture: product.pictures.find(({ base }) => base.endsWith(row.file)),
    }))
    // The form has the default choice beside its option.
    const names = new Set(fields.includes('variant') ? [...fields, 'options' as const] : fields)
    for (const name of names)
      setValue(name, name === 'pictures' ? pictures : values[name], {
        shouldDirty: true,
        shouldValidate: true,
      })
    toast.success('Restored in the form. Save to publish it.')
  }

  return (
    <Loaded from={history}>
      {({ versions }) =>
        versions.length === 0 ? (
          <p className="text-sm text-muted">This product has not been changed since its import.</p>
        ) : (
          <ol className="flex flex-col">
            {versions.map((version, index) => (
              <li
                key={version.revision}
                className="flex flex-col gap-2 border-b border-line py-4 text-sm"
              >
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-medium">{actionTexts[version.action]}</span>
                  <span className="text-muted">
                    {version.savedBy || 'An import'}, {formatDateTime(version.savedAt)}
                  </span>
                </p>
                <Changes version={version} previous={versions[index + 1]} onRestore={restore} />
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

interface ChangesProps {
  version: Version
  previous: Version | undefined
  onRestore: (entry: CatalogEntry, fields: EntryField[]) => void
}

function Changes({ version, previous, onRestore }: ChangesProps) {
  if (!previous) return null
  const fields = listChangedFields(previous.entry, version.entry)
  if (fields.length === 0) return null
  return (
    <>
      <dl className="flex flex-col gap-3">
        {fields.map((field) => (
          <div key={field} className="flex flex-col gap-1">
            <dt className="flex flex-wrap items-center justify-between gap-2 text-muted">
              {ENTRY_FIELDS[field].label}
              <Tool kind="quiet" onClick={() => onRestore(previous.entry, [field])}>
                Restore the old {ENTRY_FIELDS[field].label.toLowerCase()}
              </Tool>
            </dt>
            <dd className="grid gap-2 sm:grid-cols-2">
              <del className="line-clamp-6 whitespace-pre-wrap text-muted">
                {formatField(previous.entry, field)}
              </del>
              <ins className="line-clamp-6 whitespace-pre-wrap no-underline">
                {formatField(version.entry, field)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      {fields.length > 1 && (
        <Tool className="self-start" onClick={() => onRestore(previous.entry, fields)}>
          Restore all of them
        </Tool>
      )}
    </>
  )
}
