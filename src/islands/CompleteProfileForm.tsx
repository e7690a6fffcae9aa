import { useEffect } from 'react'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { leadFromDetails } from '#src/stores/lead-on.ts'
import { replaceBy } from '#src/stores/leave.ts'
import { completeProfile } from '#src/stores/profile.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { DateOfBirthField } from './account/DateOfBirthField.tsx'
import { GenderField } from './account/GenderField.tsx'
import { toProfileDetails, validateProfileDetails } from './account/profile-details.ts'
import { useForm } from './form/use-form.ts'
import { useRequiredUser } from './hooks/use-account.ts'

const failed = () => ({ ok: false as const, message: accountMessages.profile.completeRejected })

/** The form of /complete-profile. Whoever has addresses already edits them where they all are. */
export function CompleteProfileForm() {
  const { user, error } = useRequiredUser()
  const { form, field, failure, busy, ready } = useForm({
    validate: validateProfileDetails,
    onSubmit: async (read) => {
      const answer = await completeProfile(toProfileDetails(read)).catch(failed)
      if (answer.ok) leadFromDetails()
      return answer
    },
    navigatesOnSuccess: true,
  })
  const filled = !busy && user !== null && user.addresses.length > 0
  useEffect(() => {
    if (filled) replaceBy(paths.editProfile)
  }, [filled])

  return (
    <form {...form} className="flex flex-col gap-6">
      {error && <Notice kind="error">{error}</Notice>}
      <Field
        {...field('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        hint="With the country code if it is not an Indian number."
        required
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <GenderField {...field('gender')} required />
        <DateOfBirthField {...field('dob')} required />
      </div>
      <Field {...field('address')} label="Address" autoComplete="address-line1" required />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...field('city')} label="City" autoComplete="address-level2" required />
        <Field {...field('state')} label="State" autoComplete="address-level1" required />
        <Field
          {...field('pincode')}
          label="Pincode"
          autoComplete="postal-code"
          inputMode="numeric"
          required
        />
        <Field {...field('country')} label="Country" autoComplete="country-name" />
      </div>
      <Button type="submit" busy={busy} disabled={!ready}>
        {busy ? 'Saving...' : 'Save & Continue'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
      <a href={paths.home} className={buttonClass('quiet')}>
        Skip for now
      </a>
    </form>
  )
}
