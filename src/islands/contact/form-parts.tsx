import { CONTACT_LIMITS } from '#src/contract/form-limits.ts'
import { messageStatePath } from '#src/rules/message-state-path.ts'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'

interface Props {
  field: (name: string) => { name: string; error: string | undefined }
}

/** Classes of two fields that stand side by side where there is room. */
export const pairClass = 'grid grid-cols-1 gap-5 sm:grid-cols-2'

/** The fields for the name and the address of a message's sender. */
export const SenderFields = ({ field }: Props) => (
  <>
    <div className={pairClass}>
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
    </div>
    <Field label="Email" {...field('email')} type="email" required autoComplete="email" />
  </>
)

/** Why a message could not be sent. */
export const SendFailure = ({ text }: { text: string }) =>
  text && <Notice kind="error">{text}</Notice>

/** The number of a message that was sent, and where to follow it. @param appointment what it asks for. */
export const MessageSent = ({ number, appointment }: { number: string; appointment?: string }) => (
  <Notice kind="success">
    {appointment && (
      <span className="block pb-1 font-medium">
        {appointment}. It is fixed once we have written to you.
      </span>
    )}
    Your message has the number <strong>{number}</strong>. We have mailed it to you, too.{' '}
    <a href={messageStatePath(number)} className="link">
      See where it stands
    </a>
  </Notice>
)
