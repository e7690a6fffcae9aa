import type { ReactNode } from 'react'
import type { EditorOrderRow } from '#src/contract/editor-orders.ts'
import { MAX_ORDERS_AT_ONCE } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { formatRupees, toPaise, toRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextareaField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useCall } from '../app/api.ts'
import { useDraft } from '../record/use-draft.ts'
import { Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { paymentBadges } from './order-labels.ts'
import {
  findParcel,
  parseRemittanceSheet,
  type Remittance,
  type RemittanceSheet,
} from './remittance-sheet.ts'
import { useManySteps } from './use-many-steps.ts'

/** Compares the sheet of a courier with the cash that is to be collected, and records what matches. */
export function RemittancePage() {
  const { typed, change } = useDraft('remittance')
  const text = typed['text'] ?? ''
  const setText = (next: string) => change({ text: next || undefined })
  const sheet = parseRemittanceSheet(text)
  const problems =
    sheet.remittances.length > MAX_ORDERS_AT_ONCE
      ? [`Please paste at most ${MAX_ORDERS_AT_ONCE} orders at once.`]
      : sheet.problems
  return (
    <Page title="Cash from the courier">
      <p>
        <TextLink to="/orders?view=to_collect">Cash to collect</TextLink>
      </p>
      <TextareaField
        label="Lines of the courier’s sheet"
        name="remittance"
        rows={6}
        required
        maxLength={100_000}
        spellCheck={false}
        hint="Paste the columns with order number, amount and date."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {problems.map((problem) => (
        <Notice key={problem} kind="error">
          {problem}
        </Notice>
      ))}
      {sheet.remittances.length > 0 && sheet.remittances.length <= MAX_ORDERS_AT_ONCE && (
        <Comparison sheet={sheet} onDone={() => setText('')} />
      )}
    </Page>
  )
}

interface Row extends Remittance {
  order: EditorOrderRow | undefined
  /** The parcel that the line names, if cash is to be collected for several. */
  parcel?: EditorOrderRow['parcels'][number] | undefined
}

/** Adds the order of each line, and its parcel if the order has several. */
function toRows(remittances: Remittance[], orders: EditorOrderRow[]): Row[] {
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  return remittances.map((line) => {
    const order = byNumber.get(line.number)
    const parcels = order?.parcels ?? []
    return { ...line, order, parcel: parcels.length > 1 ? findParcel(line, parcels) : undefined }
  })
}

const toKey = ({ number, parcel }: Row): string => `${number} ${parcel?.id ?? ''}`

/** Orders and parcels that have more than one line. */
const listRepeated = (rows: Row[]): string[] =>
  [...Map.groupBy(rows, toKey)].flatMap(([key, { length }]) => (length > 1 ? [key] : []))

/** Why a line of the sheet is not recorded; undefined if its amount is what is to be collected. */
function findDifference(row: Row, repeated: string[]): string | undefined {
  const { order, amount, parcel } = row
  if (!order) return 'There is no such order.'
  if (repeated.includes(toKey(row))) return 'The sheet has several lines of this order.'
  if (METHOD_RULES[order.method].settles !== 'on_delivery') return 'It is not paid in cash.'
  if (order.paymentState !== 'none') return `${paymentBadges[order.paymentState][1]} already.`
  if (order.toCollect === 0) return 'Nothing is to be collected for it now.'
  const { toCollect } = parcel ?? order
  return toPaise(toCollect) === toPaise(amount)
    ? undefined
    : `${formatRupees(toCollect)} is to be collected.`
}

function Comparison({ sheet, onDone }: { sheet: RemittanceSheet; onDone: () => void }) {
  const { remittances } = sheet
  const numbers = [...new Set(remittances.map(({ number }) => number))]
  const found = useCall('POST /editor/orders/search', { body: { numbers } })
  const waiting = useCall('POST /editor/orders/search', {
    body: { view: 'to_collect', states: ['delivered'] },
  })
  const steps = useManySteps()
  return (
    <Loaded from={found}>
      {({ orders }) => {
        const rows = toRows(remittances, orders)
        const repeated = listRepeated(rows)
        const matched = rows.filter((row) => !findDifference(row, repeated))
        const others = rows.filter((row) => findDifference(row, repeated))
        const sum = toRupees(matched.reduce((total, { amount }) => total + toPaise(amount), 0))
        const missing = (waiting.data?.orders ?? []).filter(
          ({ number }) => !numbers.includes(number),
        )
        const record = () =>
          steps.take(
            {
              step: 'collect',
              orders: matched.map(({ number, amount, parcel }) => ({
                number,
                amount,
                ...(parcel && { parcelId: parcel.id }),
              })),
            },
            ({ refused }) => {
              if (refused.length === 0 && others.length === 0) onDone()
            },
          )
        return (
          <>
            {steps.problem && <Notice kind="error">{steps.problem}</Notice>}
            {others.length > 0 && (
              <PageSection title={`${count(others.length, 'order')} to look at`}>
                <LinedList>
                  {others.map((row) => (
                    <SheetRow key={`${toKey(row)} ${row.rest} ${row.amount}`} row={row}>
                      <span className="text-danger">
                        {steps.refused.get(row.number) ?? findDifference(row, repeated)}
                      </span>
                    </SheetRow>
                  ))}
                </LinedList>
              </PageSection>
            )}
            <PageSection title={`${count(matched.length, 'order')} as expected`}>
              <LinedList>
                {matched.map((row) => (
                  <SheetRow key={toKey(row)} row={row}>
                    <span className="text-danger">{steps.refused.get(row.number)}</span>
                  </SheetRow>
                ))}
              </LinedList>
              {matched.length > 0 ? (
                <Button className="self-start" busy={steps.isPending} onClick={record}>
                  Record {formatRupees(sum)} of {count(matched.length, 'order')}
                </Button>
              ) : (
                <p className="text-sm text-muted">
                  No line has the amount that is to be collected.
                </p>
              )}
            </PageSection>
            {missing.length > 0 && (
              <PageSection title="Delivered, and not in the sheet">
                <LinedList>
                  {missing.map((order) => (
                    <SheetRow
                      key={order.number}
                      row={{ number: order.number, amount: order.toCollect, rest: '', order }}
                    />
                  ))}
                </LinedList>
                {(waiting.data?.pageCount ?? 1) > 1 && (
                  <TextLink
                    to="/orders?view=to_collect&state=delivered"
                    className="self-start text-sm"
                  >
                    All that wait
                  </TextLink>
                )}
              </PageSection>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const SheetRow = ({ row, children }: { row: Row; children?: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-6 border-b border-line text-sm">
    <TextLink to={`/orders/${row.number}`} className="font-medium figures">
      {row.number}
    </TextLink>
    {row.order && <span className="min-w-0 wrap-anywhere">{row.order.name}</span>}
    {row.rest && <span className="min-w-0 wrap-anywhere text-muted">{row.rest}</span>}
    {children}
    <span className="ms-auto amount font-medium">{formatRupees(row.amount)}</span>
  </li>
)
