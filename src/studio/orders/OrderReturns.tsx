import { useState } from 'react'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import { ORDER_LIMITS } from '#src/contract/values.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { formatInstant, formatShortDay } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { isExchange } from '#src/rules/orders/describe-return.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { namePieces } from '#src/rules/orders/parcel-pieces.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { Badge } from '../ui/controls.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { Section } from './OrderSection.tsx'
import type { StepProps } from './OrderSteps.tsx'
import { returnBadges } from './order-labels.ts'
import { ShelfFields, type TypedShelf, toShelved } from './ShelfFields.tsx'

type Return = EditorOrder['returns'][number]

/** Before the day by which the next step is due. */
const dueLabels: Record<Return['state'], string> = {
  requested: 'The customer expects our answer by',
  accepted: 'The courier comes on',
  received: 'The customer expects the money by',
  refused: '',
  withdrawn: '',
}

/** What the buyer sends back, and the choice that is open. */
export const OrderReturns = (props: StepProps) =>
  props.order.returns.length > 0 && (
    <Section title="Returns">
      <ul className="flex flex-col">
        {props.order.returns.map((request) => (
          <li key={request.id} className="flex flex-col gap-3 border-b border-line py-3 text-sm">
            <ReturnItem {...props} request={request} />
          </li>
        ))}
      </ul>
    </Section>
  )

function ReturnItem({ order, steps, draft, onDraft, request }: StepProps & { request: Return }) {
  const { id, lines, reason, note, state, answer, at, dueOn, next, exchange } = request
  const name = isExchange(request) ? 'exchange' : 'return'
  const [pickup, setPickup] = useState(dueOn ?? '')
  const isOpen = state === 'requested' || state === 'accepted'
  const [isBackOpen, setBackOpen] = useState(false)
  const [kind, label] = returnBadges[state]
  const isBusy = steps.pending === 'return'
  const answerId = `answer-${id}`
  const typed = draft[answerId] ?? ''
  const setAnswer = (text: string | undefined) => onDraft({ [answerId]: text || undefined })
  const decide = (
    decision: 'accepted' | 'refused' | 'received',
    back?: { shelved: { position: number; quantity: number }[]; collected: boolean },
  ) =>
    steps.take(
      {
        step: 'return',
        id,
        body: {
          state: decision,
          ...back,
          ...(decision === 'refused' && { answer: typed.trim() }),
          ...(decision === 'accepted' && pickup && { pickupOn: pickup }),
        },
      },
      () => {
        setAnswer(undefined)
        setBackOpen(false)
      },
    )
  const { errorOf, check } = useFields({
    [answerId]: findMissing(typed, 'Please enter a reason, which the customer reads.'),
  })
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge kind={kind}>{label}</Badge>
        <span className="text-muted">{formatInstant(at)}</span>
      </p>
      <p className="wrap-anywhere">
        {namePieces(order.lines, lines)}
        {`: ${reason}`}
      </p>
      {exchange && (
        <p className="wrap-anywhere">
          Exchange for {formatVariant(exchange.variant) || 'the same piece'}:{' '}
          <TextLink to={`/orders/${exchange.number}`}>order {exchange.number}</TextLink>,{' '}
          {ORDER_RULES[exchange.state].label.toLowerCase()}.
        </p>
      )}
      {note && <p className="max-w-3xl wrap-anywhere whitespace-pre-wrap">“{note}”</p>}
      {dueOn && (
        <p className="text-muted">
          {dueLabels[state]} {formatShortDay(dueOn)}.
        </p>
      )}
      {answer && <p className="text-muted">Our answer: {answer}</p>}
      {steps.refused?.step === 'return' && <Notice kind="error">{steps.refused.message}</Notice>}
      {next.includes('refused') && (
        <Field
          label="Reason of a refusal, which the customer reads"
          name={answerId}
          required
          maxLength={ORDER_LIMITS.reason}
          autoComplete="off"
          value={typed}
          error={errorOf(answerId)}
          onChange={({ target }) => setAnswer(target.value)}
        />
      )}
      {isOpen && (
        <Field
          label="The courier comes on"
          name={`pickup-${id}`}
          type="date"
          required
          value={pickup}
          onChange={({ target }) => setPickup(target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isOpen && (
          <Button
            variant={state === 'accepted' ? 'secondary' : 'primary'}
            busy={isBusy}
            onClick={() => decide('accepted')}
          >
            {state === 'accepted' ? 'Change the day' : `Accept the ${name}`}
          </Button>
        )}
        {next.includes('received') && (
          <Button busy={isBusy} onClick={() => setBackOpen(true)}>
            The pieces came back…
          </Button>
        )}
        {next.includes('refused') && (
          <Button variant="secondary" busy={isBusy} onClick={() => check() && decide('refused')}>
            Refuse it
          </Button>
        )}
      </div>
      {isBackOpen && (
        <BackDialog
          order={order}
          request={request}
          isBusy={isBusy}
          onBack={(back) => decide('received', back)}
          onClose={() => setBackOpen(false)}
        />
      )}
    </>
  )
}

interface BackDialogProps {
  order: EditorOrder
  request: Return
  isBusy: boolean
  onBack: (back: { shelved: { position: number; quantity: number }[]; collected: boolean }) => void
  onClose: () => void
}

/** What becomes of the price of the pieces. */
function toMoneyText({ method }: EditorOrder, { exchange }: Return): string {
  const isByHand = METHOD_RULES[method].settles !== 'before'
  if (exchange?.state === 'awaiting_return')
    return `Their price pays the order ${exchange.number}, which can then be sent. ${isByHand ? 'You have to transfer what is left to the customer.' : 'What is left is paid back.'}`
  return isByHand
    ? 'If they were paid for, you then have to transfer their price to the customer.'
    : 'What was paid for them is paid back.'
}

/** Asks what came back, and for the cash that nobody has recorded. */
function BackDialog({ order, request, isBusy, onBack, onClose }: BackDialogProps) {
  const [typed, setTyped] = useState<TypedShelf>({})
  const [cash, setCash] = useState('')
  const lines = request.lines.flatMap(({ position, quantity }) => {
    const line = order.lines.find((line) => line.position === position)
    return line ? [{ ...line, count: quantity }] : []
  })
  const shelved = toShelved(lines, request.reason, typed)
  const asksForCash = order.steps.collect.can
  const { errorOf, check } = useFields({
    'return-cash': asksForCash ? findMissing(cash, 'Please choose an answer.') : undefined,
  })
  return (
    <Dialog title="Have the pieces come back?" onClose={onClose}>
      <p className="text-body-sm text-muted">
        {toMoneyText(order, request)} This cannot be undone.
      </p>
      <DialogForm
        submitLabel="They have come back"
        busy={isBusy}
        onSubmit={() => {
          if (check() && shelved) onBack({ shelved, collected: cash === 'yes' })
        }}
      >
        <ShelfFields lines={lines} reason={request.reason} typed={typed} onType={setTyped} />
        {asksForCash && (
          <SelectField
            label="Was the cash collected?"
            name="return-cash"
            required
            value={cash}
            error={errorOf('return-cash')}
            onChange={({ target }) => setCash(target.value)}
          >
            <option value="">Choose an answer</option>
            <option value="yes">Yes, {formatRupees(order.toCollect)}</option>
            <option value="no">No, and none is to be collected for these pieces</option>
          </SelectField>
        )}
      </DialogForm>
    </Dialog>
  )
}
