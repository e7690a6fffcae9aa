import type { Address } from '#src/contract/account.ts'
import { GENDERS, type Gender } from '#src/contract/values.ts'
import { MIN_DOB, toIsoDate } from '#src/rules/account-validation.ts'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { useHydrated } from '../hooks/use-hydrated.ts'

interface FieldState {
  name: string
  error: string | undefined
}

interface Props extends FieldState {
  required?: boolean
  defaultValue?: string
}

/** The gender that a control's value names, or '' for none. */
export const parseGender = (value: string): Gender | '' =>
  GENDERS.find((gender) => gender === value) ?? ''

export const GenderField = (props: Props) => (
  <SelectField {...props} label="Gender" autoComplete="sex">
    <option value="">{props.required ? 'Please choose' : 'Not given'}</option>
    {GENDERS.map((gender) => (
      <option key={gender}>{gender}</option>
    ))}
  </SelectField>
)

/** The maximum is today, which the static page cannot contain. */
export function DateOfBirthField(props: Props) {
  const hydrated = useHydrated()
  return (
    <Field
      {...props}
      label="Date of birth"
      type="date"
      autoComplete="bday"
      min={MIN_DOB}
      max={hydrated ? toIsoDate(new Date()) : undefined}
    />
  )
}

export type AddressValues = Omit<Address, 'isDefault'>
export type AddressFieldName = keyof AddressValues

/** The fields of an address, in the order of their form. */
export const ADDRESS_FIELDS = [
  { name: 'address', label: 'Address', autoComplete: 'address-line1' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'pincode', label: 'Pincode', autoComplete: 'postal-code' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
] as const satisfies { name: AddressFieldName; label: string; autoComplete: string }[]

/** Calls `read` with the name of each address field. */
export const readAddress = (read: (name: AddressFieldName) => string): AddressValues => ({
  address: read('address').trim(),
  city: read('city').trim(),
  state: read('state').trim(),
  pincode: read('pincode').trim(),
  country: read('country').trim(),
})

interface ControlledValue {
  value: string
  onChange: (event: { target: { value: string } }) => void
}

interface AddressProps {
  /** The control of a field: name, error and, in a controlled form, its value. */
  field: (name: AddressFieldName) => FieldState & Partial<ControlledValue>
  required: readonly AddressFieldName[]
  /** Separates several addresses of one form for autofill: `section-…`. */
  autoCompleteSection?: string
}

/** The five fields of one address. */
export const AddressFields = ({ field, required, autoCompleteSection = '' }: AddressProps) => (
  <div className="grid gap-6 sm:grid-cols-2">
    {ADDRESS_FIELDS.map(({ name, label, autoComplete }) => (
      <div key={name} className={name === 'address' ? 'sm:col-span-2' : undefined}>
        <Field
          {...field(name)}
          label={label}
          autoComplete={`${autoCompleteSection} ${autoComplete}`.trim()}
          inputMode={name === 'pincode' ? 'numeric' : undefined}
          required={required.includes(name)}
        />
      </div>
    ))}
  </div>
)
