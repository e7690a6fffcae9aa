import { useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useHistoryState } from 'wouter/use-browser-location'
import type { SearchReplay as Replay } from '#src/contract/content-api.ts'
import { findsNothingNow } from '#src/editing/search-replay.ts'
import { count } from '#src/rules/count.ts'
import { formatInteger } from '#src/rules/money.ts'
import { useKnownProducts } from '../product-list/catalog.ts'
import { toFieldId } from '../record/fields.tsx'
import { Badge } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import type { Body, ContentValues } from './content-form.ts'
import { EditedBodyState, useEditedBody } from './edited-body.tsx'

/** The list of each record, the field of a row that has the query, the rest of a new row, and what is filled in next. */
const RECORDS = {
  'search-synonyms': { list: 'same', field: 'words', row: {}, end: ', ', next: 'words' },
  'search-pins': { list: 'pins', field: 'query', row: { products: [] }, end: '', next: 'products' },
}

type SearchRecordId = keyof typeof RECORDS

export const isSearchRecord = (id: string): id is SearchRecordId => Object.hasOwn(RECORDS, id)

/** Begins a row with the query that the editor comes from; one that has it already gets the focus. */
export function usePrefilledRow(
  id: string,
  { getValues, setValue }: UseFormReturn<ContentValues, unknown, Body>,
) {
  const query = useHistoryState<{ query?: string } | null>()?.query
  /** The row that gets the focus once it is rendered. */
  const [begun, setBegun] = useState<number>()
  // After the form has taken the draft of an earlier visit.
  useEffect(() => {
    if (query === undefined || !isSearchRecord(id)) return
    const { list, field, row, end } = RECORDS[id]
    const rows = getValues(`body.${list}`) as Body[]
    const words = query.toLowerCase()
    const known = rows.findIndex((row) => String(row[field]).toLowerCase().startsWith(words))
    const added = { [field]: words + end, ...row }
    // The first row, which is in view.
    if (known < 0) setValue(`body.${list}`, [added, ...rows], { shouldDirty: true })
    setBegun(Math.max(0, known))
  }, [id, query, getValues, setValue])

  useEffect(() => {
    if (begun === undefined || !isSearchRecord(id)) return
    const { list, field, next } = RECORDS[id]
    const find = (name: string) =>
      document.getElementById(toFieldId(`body.${list}.${begun}.${name}`))
    // There is no search for more products than a row may have.
    const input = find(next) ?? find(field)
    input?.scrollIntoView({ block: 'center' })
    input?.focus()
  }, [id, begun])
}

/** Shows how the edited record changes the results of the queries of 30 days. */
export function SearchReplay({ id }: { id: SearchRecordId }) {
  const { data, error, isInvalid, isFetching } = useEditedBody(
    'POST /editor/content/:id/replay',
    id,
    id,
  )
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-muted">
        What shoppers searched for in 30 days, with the first four pieces of the search box as they
        are and as they will be. On the page of results, the pieces with the text in their title
        stay above the others.
      </p>
      <EditedBodyState what="comparison" error={error} isInvalid={isInvalid} />
      <div aria-live="polite" aria-busy={isFetching} className="flex flex-col gap-4">
        {data ? <Changes {...data} /> : !isInvalid && !error && <p>Searching…</p>}
      </div>
    </div>
  )
}

const Changes = ({ changes, compared, total }: Replay) => (
  <>
    <p className="font-medium">
      {total === 0
        ? 'Nothing was searched for in 30 days.'
        : changes.length === 0
          ? `No query finds anything else: ${formatInteger(compared)} compared.`
          : `${changes.length} of ${formatInteger(compared)} queries ${changes.length === 1 ? 'finds' : 'find'} something else.`}
      {compared < total && ` ${total - compared} rarer ones were not compared in the time.`}
    </p>
    <LinedList ordered>
      {changes.map((change) => (
        <li key={change.query} className="flex flex-col gap-3 border-b border-line py-4">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium wrap-anywhere">{change.query}</span>
            <span className="text-muted">{count(change.searches, 'search', 'searches')}</span>
            {findsNothingNow(change) && <Badge kind="bad">Finds nothing any more</Badge>}
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <Found title="Now" found={change.before} />
            <Found title="Then" found={change.after} />
          </div>
        </li>
      ))}
    </LinedList>
  </>
)

function Found({ title, found }: { title: string; found: Replay['changes'][number]['before'] }) {
  const products = useKnownProducts()
  const bySlug = useMemo(() => new Map(products.map((item) => [item.slug, item])), [products])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-muted">
        {title}: {found.count === 0 ? 'nothing' : count(found.count, 'piece')}
      </p>
      <ol className="flex flex-col gap-1">
        {found.first.map((slug) => (
          <li key={slug} className="flex items-center gap-2">
            <span className="block aspect-product w-7 shrink-0 overflow-hidden bg-frame">
              {bySlug.get(slug)?.thumbnail && (
                <img src={bySlug.get(slug)?.thumbnail} alt="" className="size-full object-cover" />
              )}
            </span>
            <span className="min-w-0 truncate">{bySlug.get(slug)?.title ?? slug}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
