import { useRef, useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { ADDRESS_LIMITS, GENDERS, type Gender } from '#src/contract/values.ts'
import {
  MIN_DOB,
  toIsoDate,
  validatePincode,
  validateText,
} from '#src/rules/account/account-validation.ts'
import { parsePincode } from '#src/rules/account/pincode.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { type FieldReader, useHydrated } from '../form/use-form.ts'

const { account } = accountMessages

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

interface HintedProps extends Props {
  hint: string
}

export const PhoneField = (props: HintedProps) => (
  <Field {...props} label="Phone" type="tel" autoComplete="tel" />
)

/** The maximum is today, which the static page cannot contain. */
export function DateOfBirthField(props: HintedProps) {
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

/** What an address to deliver to needs. */
export const DELIVERY_FIELDS = ['address', 'city', 'state', 'pincode'] as const

export const validateDeliveryAddress = (read: FieldReader) => ({
  address: validateText(read('address'), account.addressMissing, ADDRESS_LIMITS.address),
  city: validateText(read('city'), account.cityMissing, ADDRESS_LIMITS.city),
  state: validateText(read('state'), account.stateMissing, ADDRESS_LIMITS.state),
  pincode: validatePincode(read('pincode'), read('country')),
})

/** States and union territories of India, for lists. `#src/rules/account/pincode-area.ts` knows their pincodes. */
export const INDIAN_STATE_NAMES = [
  ...['Andaman and Nicobar Islands', 'Andhra Pradesh', 'Arunachal Pradesh', 'Assam', 'Bihar'],
  ...['Chandigarh', 'Chhattisgarh', 'Dadra and Nagar Haveli and Daman and Diu', 'Delhi', 'Goa'],
  ...['Gujarat', 'Haryana', 'Himachal Pradesh', 'Jammu and Kashmir', 'Jharkhand', 'Karnataka'],
  ...['Kerala', 'Ladakh', 'Lakshadweep', 'Madhya Pradesh', 'Maharashtra', 'Manipur', 'Meghalaya'],
  ...['Mizoram', 'Nagaland', 'Odisha', 'Puducherry', 'Punjab', 'Rajasthan', 'Sikkim'],
  ...['Tamil Nadu', 'Telangana', 'Tripura', 'Uttar Pradesh', 'Uttarakhand', 'West Bengal'],
]

/** Countries that most parcels go to, India first; an address may name any other. */
export const COUNTRIES = [
  ...['India', 'Australia', 'Bahrain', 'Canada', 'France', 'Germany', 'Hong Kong', 'Italy'],
  ...['Japan', 'Kuwait', 'Malaysia', 'Nepal', 'Netherlands', 'New Zealand', 'Oman', 'Qatar'],
  ...['Saudi Arabia', 'Singapore', 'South Africa', 'Sri Lanka', 'Switzerland', 'Thailand'],
  ...['United Arab Emirates', 'United Kingdom', 'United States'],
]

/** The values of a field that is a list. An address without a country is Indian. */
function listChoices(name: AddressFieldName, country: string): readonly string[] | undefined {
  if (name === 'country') return COUNTRIES
  return name === 'state' && ['', 'India'].includes(country) ? INDIAN_STATE_NAMES : undefined
}

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

/**
 * Fills city, state and country from an Indian pincode, where they are empty. The table loads with the
 * first pincode.
 */
async function fillFromPincode(
  container: Element,
  pincodeField: HTMLInputElement,
  field: AddressProps['field'],
): Promise<void> {
  const pincode = parsePincode(pincodeField.value)
  if (!pincode) return
  const table = await import('#src/rules/account/pincode-area.ts').catch(() => null)
  const state = table?.findState(pincode)
  if (!table || !state || state === 'Army Postal Service') return
  const values = { state, city: table.suggestCity(pincode), country: COUNTRIES[0] ?? '' } as const
  const findControl = (name: AddressFieldName) =>
    container.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${field(name).name}"]`)
  // The same digits may be a code of another country.
  if (!['', values.country].includes(findControl('country')?.value ?? '')) return
  for (const name of ['state', 'city', 'country'] as const) {
    const control = findControl(name)
    if (control?.value !== '' || values[name] === '') continue
    const { onChange } = field(name)
    if (onChange) onChange({ target: { value: values[name] } })
    else control.value = values[name]
  }
}

/** The five fields of one address. */
export function AddressFields({ field, required, autoCompleteSection = '' }: AddressProps) {
  const latest = useRef(field)
  latest.current = field
  const [chosenCountry, setChosenCountry] = useState('')
  const country = field('country').value ?? chosenCountry
  return (
    <div
      className="grid gap-6"
      onInput={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement && target.name === field('country').name)
          setChosenCountry(target.value)
        if (target instanceof HTMLInputElement && target.name === field('pincode').name)
          void fillFromPincode(currentTarget, target, (name) => latest.current(name))
      }}
    >
      {ADDRESS_FIELDS.map(({ name, label, autoComplete }) => {
        const choices = listChoices(name, country)
        const state = field(name)
        const props = {
          ...state,
          label,
          autoComplete: `${autoCompleteSection} ${autoComplete}`.trim(),
          required: required.includes(name),
        }
        return (
          <div key={name}>
            {choices ? (
              <SelectField {...props}>
                <option value="">Please choose</option>
                {/* A kept address may name what the list does not have. */}
                {[...new Set([...choices, state.value ?? ''])].filter(Boolean).map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </SelectField>
            ) : (
              <Field {...props} inputMode={name === 'pincode' ? 'numeric' : undefined} />
            )}
          </div>
        )
      })}
    </div>
  )
}
