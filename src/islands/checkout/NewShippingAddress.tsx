import type { User } from '#src/contract/account.ts'
import { ADDRESS_LIMITS } from '#src/contract/values.ts'
import { validatePincode, validateText } from '#src/rules/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { updateProfile } from '#src/stores/profile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { AddressFields, readAddress } from '../account/profile-fields.tsx'
import type { FieldReader } from '../form/form-values.ts'
import { useForm } from '../form/use-form.ts'

const { account, profile } = accountMessages

const validate = (read: FieldReader) => ({
  address: validateText(read('address'), account.addressMissing, ADDRESS_LIMITS.address),
  city: validateText(read('city'), account.cityMissing, ADDRESS_LIMITS.city),
  state: validateText(read('state'), account.stateMissing, ADDRESS_LIMITS.state),
  pincode: validatePincode(read('pincode'), read('country')),
  country:
    read('country').length > ADDRESS_LIMITS.country
      ? account.tooLong(ADDRESS_LIMITS.country)
      : undefined,
})

interface Props {
  user: User
  onSaved: () => void
  onCancel?: () => void
}

/** Adds an address to the account without leaving the checkout. */
export function NewShippingAddress({ user, onSaved, onCancel }: Props) {
  const { form, field, failure, busy, ready } = useForm({
    validate,
    onSubmit: async (read) => {
      const result = await save(user, read)
      if (result.ok) onSaved()
      return result
    },
  })
  return (
    <form {...form} className="flex flex-col gap-6" aria-label="New address">
      <AddressFields field={field} required={['address', 'city', 'state', 'pincode']} />
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Button type="submit" variant="secondary" busy={busy} disabled={!ready}>
          {busy ? 'Saving...' : 'Save this address'}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {failure && <Notice kind="error">{failure}</Notice>}
    </form>
  )
}

function save({ displayName, phone, gender, dob, addresses }: User, read: FieldReader) {
  const added = { ...readAddress(read), isDefault: addresses.length === 0 }
  const details = { displayName, phone, gender, dob, addresses: [...addresses, added] }
  return updateProfile(details, { staysHere: true }).catch(() => ({
    ok: false as const,
    message: profile.saveFailed,
  }))
}
