import { CONTACT_LIMITS } from '#src/contract/form-limits.ts'
import { messageStatePath } from '#src/rules/message-state-path.ts'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'

interface Props {
  field: (name: string) => { name: string; error: string | undefined }
}

/** Classes of two fields side by side, if there is room. */
export const pairClass = 'grid grid-cols-1 gap-5 sm:grid-cols-2'

/** The fields for the name and the address of a message's sender. */
export const SenderFields = ({ field }: Props) => (
  <>
    <Field
      label="First name"
      {...field('firstName')}
      required
      maxLength={CONTACT_LIMITS.name}
      autoComplete="given-name"
    />
    <Field
      label="Last name"
      {...field('lastName')}
      required
      maxLength={CONTACT_LIMITS.name}
      autoComplete="family-name"
    />
    <Field label="Email" {...field('email')} type="email" required autoComplete="email" />
  </>
)

/** Says that a message could not be sent, and why. */
export const SendFailure = ({ text }: { text: string }) =>
  text && <Notice kind="error">{text}</Notice>

/** Shows the number of a sent message, and where to follow it. @param appointment the requested appointment. */
export const MessageSent = ({ number, appointment }: { number: string; appointment?: string }) => (
  <Notice kind="success">
    {appointment && (
      <span className="block pb-1 font-medium">
        {appointment}. It is fixed once we have written to you.
      </span>
    )}
    Your message has the number <strong>{number}</strong>. We have mailed it to you, too.{' '}
    <a href={messageStatePath(number)} className="link">
      Track your message
    </a>
  </Notice>
)
