import type { Address } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { type AddressFieldName, AddressFields } from '../profile-fields.tsx'
import { REQUIRED_FIELDS } from './use-addresses.ts'

interface Props {
  /** Position in the list, from 0. */
  index: number
  address: Address
  getError: (name: string) => string | undefined
  onChange: (name: AddressFieldName, value: string) => void
  onMakeDefault: () => void
  onRemove: () => void
}

/** An address of the list: its fields, Make Default, Remove. */
export function AddressRow({ index, address, getError, onChange, onMakeDefault, onRemove }: Props) {
  const number = index + 1
  const prefix = `addresses.${index}`
  return (
    <li className="flex flex-col gap-6 border-t border-line py-8 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="flex items-center gap-3 font-sans text-base font-medium tracking-normal">
          Address {number}
          {address.isDefault && (
            <span className="border border-accent px-2 text-[0.8125rem] leading-6 text-accent">
              Default
            </span>
          )}
        </h3>
        <div className="-mx-3 flex flex-wrap gap-x-2">
          <Button
            variant="quiet"
            size="narrow"
            className="aria-pressed:text-muted aria-pressed:no-underline"
            aria-pressed={address.isDefault}
            onClick={onMakeDefault}
          >
            {address.isDefault && <Icon name="check" className="size-4" />}
            Make Default<span className="sr-only"> address {number}</span>
          </Button>
          <Button variant="quiet" size="narrow" onClick={onRemove}>
            Remove<span className="sr-only"> address {number}</span>
          </Button>
        </div>
      </div>
      <AddressFields
        autoCompleteSection={`section-addresses-${index}`}
        required={REQUIRED_FIELDS}
        field={(name) => ({
          name: `${prefix}.${name}`,
          error: getError(`${prefix}.${name}`),
          value: address[name],
          onChange: (event) => onChange(name, event.target.value),
        })}
      />
    </li>
  )
}
