import { useRef } from 'react'
import { Link } from 'wouter'
import { toUrl } from '#src/api-client/call.ts'
import { IMPORT_MATCHES, type ImportMatch, type ImportResult } from '#src/contract/editor.ts'
import { formatPriceChange } from '#src/editing/typed-price.ts'
import { count } from '#src/rules/count.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { FieldLayout } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { LaunchSelect } from '../launches/LaunchSelect.tsx'
import { confirmPrices } from '../product/confirm-prices.ts'
import { Badge, OptionSelect, Page, TableHead } from '../ui/controls.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { useImport } from './use-import.ts'

/** Import of a CSV or .xlsx file in two steps, and the exports that an import reads back. */
export function CsvPage() {
  const { table, columns, launch, isLive, result, progress, message, ...steps } = useImport()
  const saves = result ? result.created + result.updated : 0
  const input = useRef<HTMLInputElement>(null)
  const canImport = table && result && !result.applied && result.errorCount === 0 && saves > 0
  // The button that was pressed is gone.
  const emptyInput = () => {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
  }
  return (
    <Page
      title="Import and export"
      actions={
        <>
          <a
            href={toUrl('GET /editor/export/xlsx', {})}
            download
            className={buttonClass('secondary')}
          >
            Export as .xlsx
          </a>
          <a href={toUrl('GET /editor/export', {})} download className={buttonClass('secondary')}>
            Export as CSV
          </a>
        </>
      }
    >
      <PageSection title="Import a spreadsheet">
        <p className="max-w-2xl text-sm text-muted">
          Rows are matched by slug: a known one changes the fields that have a column, a new one
          creates a product. A row with a choice, e.g. “Size: M”, is of that variant. An export
          shows how each column is written. Nothing changes before you have seen the check.
        </p>
        <FieldLayout id="import-file" label="CSV or .xlsx file" required>
          <input
            ref={input}
            id="import-file"
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            className="max-w-full text-sm file:me-3 file:min-h-10 file:rounded-control file:border file:border-edge file:bg-page file:px-3.5 file:text-ink pointer-coarse:file:min-h-11"
            // The same file is chosen again once it is corrected.
            onClick={(event) => {
              event.currentTarget.value = ''
            }}
            onChange={(event) => void steps.choose(event.target.files?.[0])}
          />
        </FieldLayout>
        {table && table.sheets.length > 1 && (
          <div className="flex items-center gap-3 text-sm font-medium">
            <span aria-hidden="true">Sheet</span>
            <OptionSelect
              label="Sheet"
              value={table.sheet}
              options={table.sheets.map((sheet) => [sheet, sheet] as const)}
              onChange={(event) => void steps.chooseSheet(event.target.value)}
            />
          </div>
        )}
        {table && table.hiddenRows > 0 && (
          <p className="text-sm">
            {count(table.hiddenRows, 'row')} of the sheet cannot be seen in the spreadsheet, e.g.
            because of a filter. They are read like the others.
          </p>
        )}
        {progress !== undefined && (
          <progress
            aria-label="Reading the file"
            max={1}
            value={progress}
            className="h-1.5 w-full accent-accent"
          />
        )}
        {message && <Notice kind="error">{message}</Notice>}
        {result && (
          <>
            <Summary result={result} />
            {result.computed.length > 0 && (
              <p className="text-sm text-muted">
                {`Ignored: ${result.computed.join(' and ')}. The shop computes ratings from its reviews.`}
              </p>
            )}
            {!result.applied && (
              <Mapping result={result} chosen={columns} onMap={steps.mapColumn} />
            )}
            {result.errorCount > 0 && <Errors result={result} />}
            {!result.applied &&
              result.newCategories.map((name) => (
                <Button
                  key={name}
                  variant="secondary"
                  className="self-start"
                  onClick={() => steps.createCategory(name)}
                >
                  Create the category “{name}”
                </Button>
              ))}
            {!result.applied && <FarPrices prices={result.farPrices} />}
            {!result.applied && result.errorCount === 0 && <Changes result={result} />}
            {canImport && (
              <div className="max-w-sm">
                <LaunchSelect name="import-launch" value={launch} onChange={steps.chooseLaunch} />
              </div>
            )}
            {result.applied && launch && (
              <p>
                {isLive ? 'Shoppers see it at once.' : 'The shop stays as it is.'}{' '}
                <Link to={`/launches/${launch}`} className="link">
                  Open the launch
                </Link>
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {canImport && (
                <Button
                  busy={progress !== undefined}
                  onClick={async () => {
                    if (await confirmPrices(result.farPrices)) steps.apply()
                  }}
                >
                  Import {count(saves, 'product')}
                </Button>
              )}
              {result.applied && result.batch !== null && (
                <Button
                  variant="secondary"
                  onClick={() => steps.undo(result.batch ?? '', emptyInput)}
                >
                  Undo the import
                </Button>
              )}
            </div>
          </>
        )}
      </PageSection>
    </Page>
  )
}

const Summary = ({ result }: { result: ImportResult }) => (
  <p role="status" className="font-medium figures">
    {result.applied ? 'Imported' : 'Checked'} {count(result.rows, 'row')}:{' '}
    {count(result.created, 'new product')}, {result.updated} changed, {result.unchanged} unchanged,{' '}
    {count(result.errorCount, 'error')}.<Matched matched={result.matched} />
  </p>
)

const MATCH_NAMES: Record<ImportMatch, string> = {
  id: 'by variant id',
  sku: 'by SKU',
  barcode: 'by barcode',
  choice: 'by equal choice',
  new: 'new',
}

/** How the variants of rows were found, e.g. `Variants: 3 by variant id, 1 new.` */
function Matched({ matched }: Pick<ImportResult, 'matched'>) {
  const parts = IMPORT_MATCHES.flatMap((match) =>
    matched[match] > 0 ? `${matched[match]} ${MATCH_NAMES[match]}` : [],
  )
  return parts.length > 0 && ` Variants: ${parts.join(', ')}.`
}

interface MappingProps {
  result: ImportResult
  /** The field that was chosen for a column; empty for a column that is left out. */
  chosen: Record<string, string>
  onMap: (header: string, field: string) => void
}

/** No field has the name of the column, and none has been chosen. */
const UNKNOWN = '?'

/** The columns that an editor can map; those without a name as one. */
const listOpenColumns = ({ columns, computed }: ImportResult) =>
  columns.filter(
    ({ header }, index) =>
      !computed.includes(header) &&
      (header !== '' || columns.findIndex((other) => other.header === '') === index),
  )

/** Which field each column fills. */
const Mapping = ({ result, chosen, onMap }: MappingProps) => (
  <details
    open={listOpenColumns(result).some(({ field }) => field === null)}
    className="border-y border-line py-1"
  >
    <summary className="min-h-11 py-2.5 text-sm font-medium">Columns</summary>
    <ul className="grid gap-x-10 gap-y-3 pt-1 pb-3 sm:grid-cols-2 lg:grid-cols-3">
      {listOpenColumns(result).map(({ header, field }) => (
        <li key={header} className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 truncate">{header || 'Without a name'}</span>
          <OptionSelect
            label={`Field of the column ${header || 'without a name'}`}
            value={field ?? chosen[header] ?? UNKNOWN}
            options={[
              ...(field === null && chosen[header] === undefined
                ? [[UNKNOWN, 'Choose a field'] as const]
                : []),
              ['', 'Left out'],
              ...result.fields.map((name) => [name, name] as const),
            ]}
            onChange={(event) => onMap(header, event.target.value)}
          />
        </li>
      ))}
    </ul>
  </details>
)

const Errors = ({ result }: { result: ImportResult }) => (
  <div className="overflow-x-auto">
    <table className="w-full text-start text-sm">
      <caption className="pb-2 text-start text-danger">
        Nothing is imported until these are corrected, in the file or under Columns.
      </caption>
      <TableHead labels={['Line', 'Column', 'What is wrong']} />
      <tbody>
        {result.errors.map(({ line, column, message }) => (
          <tr key={`${line} ${column} ${message}`} className="border-b border-line">
            <td className="py-2 pe-4 figures">{line}</td>
            <td className="py-2 pe-4">{column}</td>
            <td className="py-2">{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Prices that are far from the former ones. */
const FarPrices = ({ prices }: { prices: ImportResult['farPrices'] }) =>
  prices.length > 0 && (
    <div className="border-s-2 border-accent ps-4 text-sm">
      <p className="font-medium">{`${count(prices.length, 'price')} far from before`}</p>
      <ul>
        {prices.slice(0, 20).map(({ title, choice, before, after }) => (
          <li key={`${title} ${choice}`} className="figures">
            {[title, choice].filter(Boolean).join(', ')}: {formatPriceChange(before, after)}
          </li>
        ))}
      </ul>
    </div>
  )

/** The changes that the import will make. */
function Changes({ result: { changes, created, updated } }: { result: ImportResult }) {
  const others = created + updated - new Set(changes.map(({ slug }) => slug)).size
  if (changes.length === 0)
    return <p className="text-sm text-muted">Every row is as the shop has it already.</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-start text-sm">
        <caption className="pb-2 text-start text-muted">What the import changes</caption>
        <TableHead labels={['Line', 'Product', 'Field', 'Was', 'Becomes']} />
        <tbody>
          {changes.flatMap(({ line, slug, choice, isNew, match, cells }) =>
            cells.map(({ column, before, after }, index) => (
              <tr key={`${slug} ${choice} ${column}`} className="border-b border-line align-top">
                <td className="py-2 pe-4 figures">{index === 0 && line}</td>
                <th scope="row" className="py-2 pe-4 text-start font-normal">
                  {index === 0 && [slug, choice].filter(Boolean).join(', ')}{' '}
                  {index === 0 && isNew && <Badge kind="good">New</Badge>}
                  {index === 0 && !isNew && match && (
                    <span className="block text-muted">Matched {MATCH_NAMES[match]}</span>
                  )}
                </th>
                <td className="py-2 pe-4">{column}</td>
                <td className="max-w-xs min-w-16 py-2 pe-4 wrap-anywhere whitespace-pre-line text-muted sm:min-w-28">
                  {before || (isNew ? '' : 'Empty')}
                </td>
                <td className="max-w-xs min-w-16 py-2 wrap-anywhere whitespace-pre-line sm:min-w-28">
                  {after || 'Empty'}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {others > 0 && <p className="pt-2 text-sm text-muted">{count(others, 'more product')}.</p>}
    </div>
  )
}
