import { useStore } from '@nanostores/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import { ORDER_LIMITS } from '#src/contract/values.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { CheckboxField, TextareaField } from '#src/ui/Field.tsx'
import { request } from '../app/api.ts'
import { $orderQueue, useLeaveGuard } from '../app/router.ts'
import { Others, useOpenRecord } from '../record/Presence.tsx'
import { useDraft } from '../record/use-draft.ts'
import { Badge, Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { OrderBadges } from './OrderBadges.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderParcel } from './OrderParcel.tsx'
import { OrderPayment } from './OrderPayment.tsx'
import { OrderReturns } from './OrderReturns.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { orderKey, useOrderSteps } from './use-order-steps.ts'

/** Whether it has a parcel, or will have one. */
const isParcel = ({ state, shipments }: EditorOrder): boolean =>
  ORDER_RULES[state].next.dispatch !== undefined || shipments.length > 0

const toPaperName = ({ invoiceNumber, creditNoteNumbers }: EditorOrder): string => {
  if (creditNoteNumbers.length > 0) return 'Invoice and credit notes'
  return invoiceNumber ? 'Tax invoice' : 'Order summary'
}

/** An order, read each time that its page is opened or looked at again: every reading is in the audit log. */
export function OrderPage({ params: { number } }: { params: { number: string } }) {
  const order = useQuery({
    queryKey: orderKey(number),
    queryFn: () => request('GET /editor/orders/:number', { param: number }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })
  return (
    <Page
      title={`Order ${number}`}
      actions={
        <>
          {order.data && isParcel(order.data.order) && (
            <Link to={`/orders/${number}/slip`} className={buttonClass('secondary')}>
              Packing slip
            </Link>
          )}
          <Link to={`/orders/${number}/summary`} className={buttonClass('secondary')}>
            {order.data ? toPaperName(order.data.order) : 'Order summary'}
          </Link>
        </>
      }
    >
      <NextOrder number={number} />
      <Loaded from={order}>{(data) => <Content key={number} order={data.order} />}</Loaded>
    </Page>
  )
}

/** The ways to the list and to the orders before and after this one in the list that was shown last. */
function NextOrder({ number }: { number: string }) {
  const queue = useStore($orderQueue)
  const index = queue.indexOf(number)
  const [previous, next] = index === -1 ? [] : [queue[index - 1], queue[index + 1]]
  return (
    <nav aria-label="Orders" className="flex flex-wrap gap-x-6">
      <TextLink to="/orders">All orders</TextLink>
      {previous && <TextLink to={`/orders/${previous}`}>Previous order {previous}</TextLink>}
      {next && <TextLink to={`/orders/${next}`}>Next order {next}</TextLink>}
    </nav>
  )
}

/** Interval of looking for changes by others: packers work side by side, and shoppers cancel. */
const FOLLOW_MS = 3_000

/** Reads the order again once another person has changed it. @returns the others who have it open. */
function useFollowedOrder({ number, version }: EditorOrder) {
  const client = useQueryClient()
  const open = useOpenRecord('orders/:number', number, FOLLOW_MS)
  const newest = open && 'version' in open ? open.version : version
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step of one's own is shown before its version is heard of
  useEffect(() => {
    if (newest !== version) void client.invalidateQueries({ queryKey: orderKey(number) })
  }, [client, newest, number])
  return open?.others
}

function Content({ order }: { order: EditorOrder }) {
  const others = useFollowedOrder(order)
  const { typed: draft, change: changeDraft } = useDraft(`order/${order.number}`)
  // What was typed into a dialog that is closed is kept, without a question.
  const { refundAmount: _, refundReason: __, ...shown } = draft
  useLeaveGuard(Object.keys(shown).length > 0)
  const steps = useOrderSteps(order)
  const [tellsCustomer, setTells] = useState(true)
  return (
    <>
      <Others others={others} noun="order" />
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <OrderBadges order={order} />
        {order.isPacked && <Badge kind="good">Packed</Badge>}
        <span className="ms-1.5 text-muted">{formatInstant(order.date)}</span>
      </p>
      {order.exchangeOf && (
        <p className="text-sm wrap-anywhere">
          It replaces pieces of the{' '}
          <TextLink to={`/orders/${order.exchangeOf}`}>order {order.exchangeOf}</TextLink>
          {order.state === 'awaiting_return' &&
            order.payBefore &&
            `. Its pieces are kept until ${formatInstant(order.payBefore)}`}
          .
        </p>
      )}
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <OrderSteps order={order} steps={steps} draft={draft} onDraft={changeDraft} />
          <OrderReturns order={order} steps={steps} draft={draft} onDraft={changeDraft} />
          <OrderLines order={order} steps={steps} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <OrderParcel order={order} steps={steps} />
          <OrderPayment order={order} steps={steps} />
          <Note
            label="Note for the team"
            name="order-note"
            submitLabel="Save the note"
            note={order.note}
            typed={draft['note']}
            isBusy={steps.pending === 'note'}
            error={steps.refused?.step === 'note' ? steps.refused.message : undefined}
            onType={(note) => changeDraft({ note })}
            onSave={(note) =>
              steps.take({ step: 'note', body: { note } }, () => changeDraft({ note: undefined }))
            }
          />
          <Note
            label="Note to the customer"
            name="customer-note"
            submitLabel="Add the note"
            hint="The customer reads it on the page of the order."
            note=""
            typed={draft['customerNote']}
            isBusy={steps.pending === 'customer_note'}
            error={steps.refused?.step === 'customer_note' ? steps.refused.message : undefined}
            onType={(customerNote) => changeDraft({ customerNote })}
            onSave={(text) =>
              steps.take({ step: 'customer_note', body: { text, tellsCustomer } }, () =>
                changeDraft({ customerNote: undefined }),
              )
            }
          >
            <CheckboxField
              label={`Tell ${order.name} by mail`}
              name="tells-customer"
              checked={tellsCustomer}
              onChange={({ target }) => setTells(target.checked)}
            />
          </Note>
          {order.events.length > 0 && <OrderTimeline order={order} />}
        </div>
      </div>
    </>
  )
}

interface NoteProps {
  label: string
  name: string
  submitLabel: string
  hint?: string
  /** What is chosen before the note is sent. */
  children?: ReactNode
  note: string
  /** Undefined where nothing has been typed. */
  typed: string | undefined
  isBusy: boolean
  error: string | undefined
  onType: (note: string | undefined) => void
  onSave: (note: string) => void
}

function Note({ note, typed, isBusy, error, onType, onSave, ...props }: NoteProps) {
  const text = typed ?? note
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(text)
      }}
    >
      <TextareaField
        label={props.label}
        name={props.name}
        hint={props.hint}
        rows={3}
        maxLength={ORDER_LIMITS.note}
        value={text}
        error={error}
        onChange={({ target: { value } }) => onType(value === note ? undefined : value)}
      />
      {typed !== undefined && props.children}
      {typed !== undefined && (
        <span className="flex gap-2">
          <Button type="submit" busy={isBusy}>
            {props.submitLabel}
          </Button>
          <Button variant="quiet" onClick={() => onType(undefined)}>
            Discard it
          </Button>
        </span>
      )}
    </form>
  )
}
