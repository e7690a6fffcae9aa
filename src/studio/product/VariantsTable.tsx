import { useFormContext, useWatch } from 'react-hook-form'
import { ENTRY_FIELDS } from '#src/contract/entry.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import {
  getError,
  RecordField,
  RecordNumberField,
  RecordSelectField,
  toFieldId,
} from '../record/fields.tsx'
import type { FormValues } from './form-schema.ts'
import {
  CELL_HEADINGS,
  CELL_LABELS,
  CELLS,
  goDown,
  isNumberCell,
  pasteCells,
} from './variant-cells.ts'

const rules = ENTRY_FIELDS.variants.rule.unwrap().element.shape

const TABLE_COLUMNS =
  '@2xl:grid-cols-[minmax(3.5rem,1fr)_3.75rem_5rem_5rem_minmax(4rem,1fr)_7.5rem_4.5rem_3.75rem] @2xl:gap-x-2'

/** E.g. `M, Ivory`. A product without options is its only variant. */
export const toTitle = ({ choice }: Pick<FormValues['variants'][number], 'choice'>): string =>
  Object.values(choice).join(', ') || 'The piece'

interface Props {
  /** A key of each row. */
  ids: readonly string[]
  onRemove: (index: number) => void
}

/** The rows of the variants; a sheet can be pasted from any field on. */
export function VariantsTable({ ids, onRemove }: Props) {
  const { setValue } = useFormContext<FormValues>()
  return (
    <div className="@container">
      <div
        aria-hidden="true"
        className={`hidden pb-1 text-sm font-medium @2xl:grid ${TABLE_COLUMNS}`}
      >
        <span />
        {CELLS.map((part) => (
          <span key={part}>{CELL_HEADINGS[part] ?? CELL_LABELS[part]}</span>
        ))}
        <span>Picture</span>
        <span />
      </div>
      <ul
        className="flex flex-col gap-5 @2xl:gap-1.5"
        onKeyDown={goDown}
        onPaste={(event) => pasteCells(event, ids.length, setValue)}
      >
        {ids.map((id, index) => (
          <VariantRow key={id} index={index} onRemove={() => onRemove(index)} />
        ))}
      </ul>
    </div>
  )
}

function VariantRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { formState } = useFormContext<FormValues>()
  const row = useWatch<FormValues, `variants.${number}`>({ name: `variants.${index}` })
  const pictures = useWatch<FormValues, 'pictures'>({ name: 'pictures' })
  const title = toTitle(row)
  const path = `variants.${index}` as const
  const error = getError(formState.errors, `${path}.choice`)
  return (
    <li
      className={`flex flex-col gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0 @2xl:grid @2xl:items-start @2xl:border-t-0 @2xl:pt-0 ${TABLE_COLUMNS}`}
    >
      <div className="flex items-center justify-between gap-3 @2xl:contents">
        <h3
          id={toFieldId(`${path}.choice`)}
          tabIndex={-1}
          aria-invalid={error ? true : undefined}
          className="min-w-0 font-sans text-sm font-medium wrap-anywhere @2xl:self-center"
        >
          {title}
        </h3>
        <LinkButton className="shrink-0 text-sm @2xl:order-last" onClick={onRemove}>
          Remove<span className="sr-only"> the variant {title}</span>
        </LinkButton>
      </div>
      {error && (
        <p className="text-sm font-medium text-danger @2xl:order-last @2xl:col-span-full">
          {error}
        </p>
      )}
      {/* In a table the columns say what the fields are. */}
      <fieldset
        aria-label={title}
        className="grid min-w-0 grid-cols-2 gap-3 sm:grid-cols-3 @2xl:contents @2xl:[&_label]:sr-only @2xl:[&_span:has(>label)]:sr-only"
      >
        {CELLS.map((part) =>
          isNumberCell(part) ? (
            <RecordNumberField
              key={part}
              name={`${path}.${part}`}
              label={CELL_LABELS[part]}
              rule={rules[part]}
              isDecimal={part !== 'stock'}
            />
          ) : (
            <RecordField
              key={part}
              name={`${path}.${part}`}
              label={CELL_LABELS[part]}
              inputMode={part === 'barcode' ? 'numeric' : undefined}
            />
          ),
        )}
        <RecordSelectField
          name={`${path}.picture`}
          label="Picture"
          options={[
            ['', 'As the product'],
            ...pictures.map(
              ({ file, alt }, at) => [file, `${at + 1}. ${alt || 'No text'}`] as const,
            ),
          ]}
        />
      </fieldset>
    </li>
  )
}
