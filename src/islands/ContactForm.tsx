import { useState } from 'react'
import { CONTACT_LIMITS, CONTACT_SUBJECTS, type ContactTopic } from '#src/contract/form-limits.ts'
import { validateContact } from '#src/rules/contact.ts'
import { sendMessage } from '#src/stores/contact.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field, SelectField, TextareaField } from '#src/ui/Field.tsx'
import { MessageSent, SenderFields, SendFailure } from './contact/form-parts.tsx'
import { useSender } from './contact/use-sender.ts'
import { type FieldReader, useForm } from './form/use-form.ts'
import { useBrowserValue } from './hooks/use-browser-value.ts'

interface Props {
  topic: ContactTopic
}

/** The page of an order names it in the address. */
const readOrder = (): string =>
  new URLSearchParams(location.search).get('order')?.slice(0, CONTACT_LIMITS.orderNumber) ?? ''

/** The message form of /contact and /partner. A failed request keeps the values. */
export function ContactForm({ topic }: Props) {
  const partner = topic === 'partner'
  const [number, setNumber] = useState('')
  const orderNumber = useBrowserValue(readOrder, '')
  const sender = useSender()
  const { form, field, failure, busy, ready } = useForm({
    validate: validateContact,
    draftKey: toFormDraftKey(topic),
    known: { ...sender, orderNumber },
    onSubmit: async (read, element) => {
      setNumber('')
      const result = await send(topic, read, element)
      if (result.ok) setNumber(result.number)
      return result
    },
  })
  return (
    <form {...form} className="grid grid-cols-1 gap-5 wrap-anywhere" aria-label="Send Us a Message">
      <SenderFields field={field} />
      {partner && (
        <Field
          label="Company"
          {...field('company')}
          maxLength={CONTACT_LIMITS.company}
          autoComplete="organization"
        />
      )}
      {!partner && (
        <>
          <SelectField label="What is it about?" {...field('subject')}>
            <option value="">Please choose</option>
            {CONTACT_SUBJECTS.map((subject) => (
              <option key={subject}>{subject}</option>
            ))}
          </SelectField>
          <Field
            label="Order number"
            {...field('orderNumber')}
            maxLength={CONTACT_LIMITS.orderNumber}
            autoComplete="off"
          />
        </>
      )}
      <TextareaField
        label="Message"
        {...field('message')}
        required
        maxLength={CONTACT_LIMITS.message}
      />
      <SendFailure text={failure} />
      <Button type="submit" busy={busy} disabled={!ready} className="justify-self-start">
        {busy ? 'Sending...' : 'Send Message'}
      </Button>
      {number && <MessageSent number={number} />}
    </form>
  )
}

async function send(topic: ContactTopic, read: FieldReader, form: HTMLFormElement) {
  const company = read('company').trim()
  const orderNumber = read('orderNumber').trim()
  const subject = CONTACT_SUBJECTS.find((known) => known === read('subject'))
  const result = await sendMessage({
    topic,
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    message: read('message'),
    ...(company && { company }),
    ...(orderNumber && { orderNumber }),
    ...(subject && { subject }),
  })
  if (result.ok) form.reset()
  return result
}
