import { Fragment, useContext } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ENTRY_FIELDS } from '#src/contract/entry.ts'
import { formatInteger } from '#src/rules/money.ts'
import { toChoiceText } from '#src/rules/product/choice-ids.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { getError, RecordField, RecordNumberField, toFieldId } from '../record/fields.tsx'
import type { FormValues } from './form-schema.ts'
import { useIdentifiedOptions } from './option-rows.ts'
import { StockContext } from './stock-context.ts'
import { VariantPicture } from './VariantPicture.tsx'
import {
  CELL_HEADINGS,
  CELL_LABELS,
  CELLS,
  goDown,
  isNumberCell,
  pasteCells,
} from './variant-cells.ts'

const schemas = ENTRY_FIELDS.variants.schema.unwrap().element.shape

/** Beside the preview of a screen of 1,280 px, a row of the table has one line. */
const TABLE_COLUMNS =
  '@min-[43rem]:grid-cols-[minmax(4rem,1fr)_3rem_2rem_5.75rem_5.75rem_minmax(8rem,4fr)_7.375rem_2.25rem_1.25rem] @min-[43rem]:gap-x-1.5'

/** E.g. `M, Ivory`. A product without options is its only variant. */
export const toTitle = ({ choice }: Pick<FormValues['variants'][number], 'choice'>): string =>
  Object.values(choice).join(', ') || 'The piece'

/** The pieces of a stock that orders have. */
const Held = ({ count }: { count: number }) => (
  <p className="flex flex-col gap-1.5 text-sm text-muted figures @min-[43rem]:h-(--control-height) @min-[43rem]:justify-center">
    <span aria-hidden="true" className="font-medium text-ink @min-[43rem]:hidden">
      Held
    </span>
    <span>
      {formatInteger(count)}
      <span className="sr-only"> held by orders</span>
    </span>
  </p>
)

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
        className={`hidden pb-1 text-sm font-medium @min-[43rem]:grid ${TABLE_COLUMNS}`}
      >
        <span />
        {CELLS.map((part) => (
          <Fragment key={part}>
            <span>{CELL_HEADINGS[part] ?? CELL_LABELS[part]}</span>
            {part === 'stock' && <span className="text-muted">Held</span>}
          </Fragment>
        ))}
        <span />
        <span />
      </div>
      <ul
        className="flex flex-col gap-5 @min-[43rem]:gap-1.5"
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
  const title = toTitle(row)
  const held = useContext(StockContext)?.holds[toChoiceText(useIdentifiedOptions(), row.choice)]
  const path = `variants.${index}` as const
  const error = getError(formState.errors, `${path}.choice`)
  return (
    <li
      className={`flex flex-col gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0 @min-[43rem]:grid @min-[43rem]:items-start @min-[43rem]:border-t-0 @min-[43rem]:pt-0 ${TABLE_COLUMNS}`}
    >
      <div className="flex items-center justify-between gap-3 @min-[43rem]:contents">
        <h3
          id={toFieldId(`${path}.choice`)}
          tabIndex={-1}
          aria-invalid={error ? true : undefined}
          title={title}
          className="min-w-0 font-sans text-sm leading-snug font-medium wrap-anywhere @min-[43rem]:line-clamp-2 @min-[43rem]:self-center"
        >
          {title}
        </h3>
        <LinkButton
          title={`Remove the variant ${title}`}
          className="shrink-0 justify-center text-sm @min-[43rem]:order-last @min-[43rem]:min-h-0 @min-[43rem]:self-center @min-[43rem]:text-xl @min-[43rem]:text-muted @min-[43rem]:no-underline"
          onClick={onRemove}
        >
          <span className="@min-[43rem]:sr-only">Remove</span>
          <span className="sr-only"> the variant {title}</span>
          <span aria-hidden="true" className="hidden @min-[43rem]:inline">
            ×
          </span>
        </LinkButton>
      </div>
      {error && (
        <p className="text-sm font-medium text-danger @min-[43rem]:order-last @min-[43rem]:col-span-full">
          {error}
        </p>
      )}
      {/* In a table the columns say what the fields are. */}
      <fieldset
        aria-label={title}
        className="grid min-w-0 grid-cols-2 gap-3 sm:grid-cols-3 @min-[43rem]:contents @min-[43rem]:[--field-padding:0.375rem] @min-[43rem]:[&_label]:sr-only @min-[43rem]:[&_span:has(>label)]:sr-only"
      >
        {CELLS.map((part) =>
          isNumberCell(part) ? (
            <Fragment key={part}>
              <RecordNumberField
                name={`${path}.${part}`}
                label={CELL_LABELS[part]}
                schema={schemas[part]}
                isDecimal={part !== 'stock'}
              />
              {part === 'stock' && <Held count={held ?? 0} />}
            </Fragment>
          ) : (
            <RecordField
              key={part}
              name={`${path}.${part}`}
              label={CELL_LABELS[part]}
              inputMode={part === 'barcode' ? 'numeric' : undefined}
            />
          ),
        )}
        <VariantPicture path={`${path}.picture`} title={title} />
      </fieldset>
    </li>
  )
}
