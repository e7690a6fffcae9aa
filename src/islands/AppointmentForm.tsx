import { useState } from 'react'
import {
  ACCOUNT_LIMITS,
  APPOINTMENT_HOURS,
  APPOINTMENT_WAYS,
  CONTACT_LIMITS,
} from '#src/contract/form-limits.ts'
import { validatePhone } from '#src/rules/account/account-validation.ts'
import {
  appointmentMessages,
  formatAppointmentTime,
  formatHour,
  listAppointmentDays,
  validateAppointmentDay,
} from '#src/rules/appointment.ts'
import { validateContact } from '#src/rules/contact.ts'
import { sendMessage } from '#src/stores/contact.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field, SelectField, TextareaField } from '#src/ui/Field.tsx'
import { MessageSent, pairClass, SenderFields, SendFailure } from './contact/form-parts.tsx'
import { useSender } from './contact/use-sender.ts'
import { type FieldReader, useForm, useHydrated } from './form/use-form.ts'
import { useBrowserValue } from './hooks/use-browser-value.ts'

const { first, last } = APPOINTMENT_HOURS
const HOURS = Array.from({ length: last - first + 1 }, (_, index) => first + index)
const MAX_PIECE_LENGTH = 120
const DRAFT_KEY = toFormDraftKey('appointment')

/** Classes of a group of fields: the visit, the visitor, the message. */
const groupClass = 'grid grid-cols-1 gap-5 border-t border-line pt-8 first:border-t-0 first:pt-0'

const parseWay = (value: string) =>
  APPOINTMENT_WAYS.find((known) => known === value) ?? APPOINTMENT_WAYS[0]

/** The product page names the piece in the address. */
const readPiece = (): string =>
  new URLSearchParams(location.search).get('piece')?.slice(0, MAX_PIECE_LENGTH) ?? ''

/** A call needs a number. For other ways it is optional. */
const validateNumber = (read: FieldReader) =>
  read('way') === 'call' || read('phone').trim() !== '' ? validatePhone(read('phone')) : undefined

const validate = (read: FieldReader) => ({
  day: validateAppointmentDay(read('day'), Date.now()),
  ...validateContact(read),
  message: undefined,
  phone: validateNumber(read),
})

/** The form of /contact/appointment. It becomes a message of the studio, with a number. */
export function AppointmentForm() {
  const [sent, setSent] = useState({ number: '', time: '' })
  const piece = useBrowserValue(readPiece, '')
  const hydrated = useHydrated()
  const days = hydrated ? listAppointmentDays(Date.now()) : undefined
  const { form, field, failure, busy, ready } = useForm({
    validate,
    onSubmit: async (read, element) => {
      setSent({ number: '', time: '' })
      const visit = { way: parseWay(read('way')), day: read('day'), hour: Number(read('hour')) }
      const phone = read('phone').trim()
      const typedPiece = read('piece').trim()
      const result = await sendMessage({
        firstName: read('firstName'),
        lastName: read('lastName'),
        email: read('email'),
        message: read('message').trim() || appointmentMessages.noMessage,
        appointment: {
          ...visit,
          ...(typedPiece && { piece: typedPiece }),
          ...(phone && { phone }),
        },
      })
      if (!result.ok) return result
      element.reset()
      setSent({ number: result.number, time: formatAppointmentTime(visit) })
      return result
    },
    // A draft fills in empty fields only, so the piece of the address comes first.
    ...(hydrated && { draftKey: DRAFT_KEY }),
    known: useSender(),
  })
  return (
    <form {...form} className="flex flex-col gap-8 wrap-anywhere" aria-label="Appointment">
      <div className={groupClass}>
        <Field
          label="Piece"
          {...field('piece')}
          defaultValue={piece}
          maxLength={MAX_PIECE_LENGTH}
          autoComplete="off"
        />
        <SelectField label="Where we meet" {...field('way')} required>
          {APPOINTMENT_WAYS.map((way) => (
            <option key={way} value={way}>
              {appointmentMessages.ways[way]}
            </option>
          ))}
        </SelectField>
        <div className={pairClass}>
          <Field label="Day" {...field('day')} type="date" required {...days} />
          <SelectField label="Hour, Indian time" {...field('hour')} required>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {formatHour(hour)}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <div className={groupClass}>
        <SenderFields field={field} />
        <Field
          label="Telephone"
          hint="We call it if we meet by telephone."
          {...field('phone')}
          type="tel"
          autoComplete="tel"
          maxLength={ACCOUNT_LIMITS.phone}
        />
      </div>
      <div className={groupClass}>
        <TextareaField
          label="What you would like to see"
          {...field('message')}
          rows={3}
          maxLength={CONTACT_LIMITS.message}
        />
        <SendFailure text={failure} />
        <Button type="submit" busy={busy} disabled={!ready} className="justify-self-start">
          {busy ? 'Sending...' : 'Ask for this appointment'}
        </Button>
      </div>
      {sent.number && <MessageSent number={sent.number} appointment={sent.time} />}
    </form>
  )
}
