import type { User } from '#src/contract/account.ts'
import {
  toIsoDate,
  validateDob,
  validateName,
  validatePhone,
} from '#src/rules/account-validation.ts'
import { Field } from '#src/ui/Field.tsx'
import type { FieldReader } from '../../form/form-values.ts'
import { DateOfBirthField, GenderField, parseGender } from '../profile-fields.tsx'

/** Phone and date of birth are optional; a given value must be valid. */
export const validateBasicInfo = (read: FieldReader) => ({
  displayName: validateName(read('displayName')),
  phone: read('phone').trim() ? validatePhone(read('phone')) : undefined,
  dob: read('dob') ? validateDob(read('dob'), toIsoDate(new Date())) : undefined,
})

export const toBasicInfo = (read: FieldReader) => ({
  displayName: read('displayName').trim(),
  phone: read('phone').trim(),
  gender: parseGender(read('gender')),
  dob: read('dob'),
})

interface Props {
  user: User
  field: (name: string) => { name: string; error: string | undefined }
}

export const BasicInfo = ({ user, field }: Props) => (
  <div className="grid gap-6 sm:grid-cols-2">
    <Field
      {...field('displayName')}
      label="Full name"
      autoComplete="name"
      defaultValue={user.displayName}
      required
    />
    <Field
      {...field('email')}
      label="Email"
      type="email"
      autoComplete="email"
      defaultValue={user.email}
      readOnly
    />
    <Field
      {...field('phone')}
      label="Phone"
      type="tel"
      autoComplete="tel"
      defaultValue={user.phone}
    />
    <GenderField {...field('gender')} defaultValue={user.gender} />
    <DateOfBirthField {...field('dob')} defaultValue={user.dob} />
  </div>
)
