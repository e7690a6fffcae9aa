import { CONTACT_LIMITS } from '#src/contract/form-limits.ts'
import { messageStatePath } from '#src/rules/message-state-path.ts'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'

interface Props {
  field: (name: string) => { name: string; error: string | undefined }
}

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

/** Why a message could not be sent. */
export const SendFailure = ({ text }: { text: string }) =>
  text && <Notice kind="error">{text}</Notice>

/** The number of a message that was sent, and where to follow it. */
export const MessageSent = ({ number }: { number: string }) => (
  <Notice kind="success">
    Your message has the number <strong>{number}</strong>. We have mailed it to you, too.{' '}
    <a href={messageStatePath(number)} className="link">
      See where it stands
    </a>
  </Notice>
)
