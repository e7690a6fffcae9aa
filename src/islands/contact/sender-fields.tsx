import { CONTACT_LIMITS } from '#src/contract/values.ts'
import { Field } from '#src/ui/Field.tsx'

interface Props {
  field: (name: string) => { name: string; error: string | undefined }
}

/** Name and address of whoever writes to the shop. */
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
