import { useEffect } from 'react'
import type { ProfileHints } from '#src/contract/content.ts'
import { toIsoDate, validateDob, validatePhone } from '#src/rules/account/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { redirectAfterProfile, replaceLocation } from '#src/stores/navigation.ts'
import { completeProfile, type FirstDetails } from '#src/stores/profile.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import {
  AddressFields,
  DateOfBirthField,
  DELIVERY_FIELDS,
  GenderField,
  PhoneField,
  parseGender,
  readAddress,
  validateDeliveryAddress,
} from './account/profile-fields.tsx'
import { useRequiredUser } from './account/use-account.ts'
import { type FieldReader, useForm } from './form/use-form.ts'

const { account, profile } = accountMessages

const validate = (read: FieldReader) => ({
  phone: validatePhone(read('phone')),
  gender: parseGender(read('gender')) ? undefined : account.genderMissing,
  dob: validateDob(read('dob'), toIsoDate(new Date())),
  ...validateDeliveryAddress(read),
})

/** Values of a form that `validate` has accepted. */
const toDetails = (read: FieldReader): FirstDetails => ({
  phone: read('phone').trim(),
  gender: parseGender(read('gender')) || 'Other',
  dob: read('dob'),
  address: readAddress(read),
})

const toFailure = () => ({ ok: false as const, message: profile.completeRejected })

/** The form of /complete-profile. A user with addresses is redirected to /profile/edit. */
export function CompleteProfileForm({ hints }: { hints: ProfileHints }) {
  const { user, error } = useRequiredUser()
  const { form, field, failure, busy, ready } = useForm({
    validate,
    onSubmit: async (read) => {
      const result = await completeProfile(toDetails(read)).catch(toFailure)
      if (result.ok) redirectAfterProfile()
      return result
    },
    navigatesOnSuccess: true,
    ...(user && { draftKey: toFormDraftKey('profile', user.uid) }),
  })
  const isComplete = !busy && user !== null && user.addresses.length > 0
  useEffect(() => {
    if (isComplete) replaceLocation(paths.editProfile)
  }, [isComplete])

  return (
    <form {...form} className="flex flex-col gap-6">
      {error && <Notice kind="error">{error}</Notice>}
      <PhoneField {...field('phone')} hint={hints.phone} required />
      <div className="grid gap-6">
        <GenderField {...field('gender')} required />
        <DateOfBirthField {...field('dob')} hint={hints.dateOfBirth} required />
      </div>
      <AddressFields field={field} required={DELIVERY_FIELDS} />
      <Button type="submit" busy={busy} disabled={!ready}>
        {busy ? 'Saving...' : 'Save & Continue'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
      <ButtonLink href={paths.home} variant="quiet">
        Skip for now
      </ButtonLink>
    </form>
  )
}
