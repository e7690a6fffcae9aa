import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MessageState } from '#src/contract/contact.ts'
import { validateEmail } from '#src/rules/account/account-validation.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { messageStateMessages } from '#src/rules/messages/message-state.ts'
import { paths } from '#src/rules/paths.ts'
import { findMessageState } from '#src/stores/contact.ts'
import { Button, QuestionLink } from '#src/ui/Button.tsx'
import { EmailField, Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useForm } from './form/use-form.ts'
import { useBrowserValue } from './hooks/use-browser-value.ts'

/** Reads the number in the fragment of a mailed link. */
const readNumber = (): string => new URLSearchParams(location.hash.slice(1)).get('number') ?? ''

/** /contact/state: the state of a message, found by its number and the address of its sender. */
export function MessageStateForm() {
  const number = useBrowserValue(readNumber, '')
  const [found, setFound] = useState<MessageState>()
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      number: read('number').trim() ? undefined : messageStateMessages.numberMissing,
      email: validateEmail(read('email')),
    }),
    onSubmit: async (read) => {
      setFound(undefined)
      const result = await findMessageState({ number: read('number'), email: read('email') })
      if (result.ok) setFound(result.state)
      return result
    },
  })

  return (
    <form {...form} className="flex flex-col gap-6">
      <Field
        key={number}
        label="Number"
        {...field('number')}
        hint="It begins with KT and is in the mail that we sent you."
        required
        defaultValue={number}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <EmailField {...field('email')} autoComplete="email" />
      <Button type="submit" busy={busy} disabled={!ready}>
        {busy ? 'Looking it up...' : 'Track your message'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
      {found && <Found state={found} />}
      <QuestionLink question="Not written yet?" href={paths.contact} label="Write to us" />
    </form>
  )
}

function Found({ state }: { state: MessageState }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { number, receivedAt, acknowledgedAt, acknowledgeBy, repliedAt, settledAt, settleBy } =
    state
  const isSettled = state.state === 'done'
  return (
    <section className="flex flex-col gap-4 bg-surface p-[min(1.5rem,7.5%)]">
      <h2 ref={heading} tabIndex={-1} className="text-title wrap-anywhere">
        {state.message}
      </h2>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Row label="Number">{number}</Row>
        <Row label="Received">{formatInstant(receivedAt)}</Row>
        <Row label="Taken up">
          {acknowledgedAt ? formatInstant(acknowledgedAt) : `By ${formatInstant(acknowledgeBy)}`}
        </Row>
        {repliedAt && <Row label="Last reply">{formatInstant(repliedAt)}, by mail</Row>}
        <Row label="Settled">
          {isSettled && settledAt ? formatInstant(settledAt) : `By ${formatInstant(settleBy)}`}
        </Row>
      </dl>
      {isSettled && (
        <p className="text-body-sm text-muted">
          Is it not settled for you? Please answer our mail, or write to us again with this number.
        </p>
      )}
    </section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-body-sm text-muted max-sm:-mb-2">{label}</dt>
    <dd className="m-0 min-w-0 wrap-anywhere figures">{children}</dd>
  </div>
)
