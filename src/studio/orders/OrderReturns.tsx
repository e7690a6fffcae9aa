import { useState } from 'react'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import { ORDER_LIMITS } from '#src/contract/values.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { formatDateTime } from '../app/time.ts'
import { confirm } from '../ui/confirm.tsx'
import { Badge } from '../ui/controls.tsx'
import { Section } from './OrderSection.tsx'
import type { StepProps } from './OrderSteps.tsx'
import { returnBadges } from './order-labels.ts'

type Return = EditorOrder['returns'][number]

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
  const { id, lines, reason, note, state, answer, at, next } = request
  const [isAsked, setAsked] = useState(false)
  const typed = draft.answers?.[id] ?? ''
  const [kind, label] = returnBadges[state]
  const isBusy = steps.pending === 'return'
  const setAnswer = (text: string | undefined) => {
    const { [id]: _, ...others } = draft.answers ?? {}
    const answers = text ? { ...others, [id]: text } : others
    onDraft({ answers: Object.keys(answers).length > 0 ? answers : undefined })
  }
  const decide = (decision: 'accepted' | 'refused' | 'received') =>
    steps.take(
      {
        step: 'return',
        id,
        body: { state: decision, ...(decision === 'refused' ? { answer: typed.trim() } : {}) },
      },
      () => setAnswer(undefined),
    )
  const confirmReceived = async () => {
    const confirmed = await confirm({
      title: 'Have the pieces come back?',
      text:
        order.method === 'cod'
          ? 'They are for sale again. Cash that was collected is yours to transfer. This cannot be undone.'
          : 'They are for sale again, and what was paid for them is paid back. This cannot be undone.',
      confirmLabel: 'They have come back',
    })
    if (confirmed) decide('received')
  }
  const titleOf = (position: number) =>
    order.lines.find((line) => line.position === position)?.title ?? ''
  const isMissing = isAsked && typed.trim() === ''
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge kind={kind}>{label}</Badge>
        <span className="text-muted">{formatDateTime(at)}</span>
      </p>
      <p className="wrap-anywhere">
        {lines.map(({ position, quantity }) => `${quantity} × ${titleOf(position)}`).join(', ')}
        {`: ${reason}`}
      </p>
      {note && <p className="max-w-3xl wrap-anywhere whitespace-pre-wrap">“{note}”</p>}
      {answer && <p className="text-muted">Our answer: {answer}</p>}
      {steps.refused?.step === 'return' && <Notice kind="error">{steps.refused.message}</Notice>}
      {next.includes('refused') && (
        <Field
          label="Reason of a refusal, which the customer reads"
          name={`answer-${id}`}
          required
          maxLength={ORDER_LIMITS.reason}
          autoComplete="off"
          value={typed}
          error={isMissing ? 'Please enter a reason, which the customer reads.' : undefined}
          onChange={({ target }) => setAnswer(target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {next.includes('accepted') && (
          <Button busy={isBusy} onClick={() => decide('accepted')}>
            Accept the return
          </Button>
        )}
        {next.includes('received') && (
          <Button busy={isBusy} onClick={() => void confirmReceived()}>
            The pieces came back…
          </Button>
        )}
        {next.includes('refused') && (
          <Button
            variant="secondary"
            busy={isBusy}
            onClick={() => {
              setAsked(true)
              if (typed.trim() === '') document.getElementById(`answer-${id}`)?.focus()
              else decide('refused')
            }}
          >
            Refuse it
          </Button>
        )}
      </div>
    </>
  )
}
