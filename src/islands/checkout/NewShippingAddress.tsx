import type { User } from '#src/contract/account.ts'
import { saveAddresses } from '#src/stores/profile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import {
  AddressFields,
  DELIVERY_FIELDS,
  readAddress,
  validateDeliveryAddress,
} from '../account/profile-fields.tsx'
import { useForm } from '../form/use-form.ts'

interface Props {
  user: User
  onSaved: () => void
  onCancel?: () => void
}

/** Adds an address to the account without leaving the checkout. */
export function NewShippingAddress({ user, onSaved, onCancel }: Props) {
  const { form, field, failure, busy, ready } = useForm({
    validate: validateDeliveryAddress,
    onSubmit: async (read) => {
      const { addresses } = user
      const added = { ...readAddress(read), isDefault: addresses.length === 0 }
      const result = await saveAddresses(user, [...addresses, added])
      if (result.ok) onSaved()
      return result
    },
  })
  return (
    <form {...form} className="flex flex-col gap-6" aria-label="New address">
      <AddressFields field={field} required={DELIVERY_FIELDS} />
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
