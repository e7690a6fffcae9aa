import { useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { ADDRESS_LIMITS, GENDERS, type Gender } from '#src/contract/form-limits.ts'
import {
  MIN_DOB,
  toIsoDate,
  toMaxDob,
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

/** Returns the gender that the value of a control names, or an empty text. */
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

/** The maximum depends on the current day, which the static page cannot contain. */
export function DateOfBirthField(props: HintedProps) {
  const hydrated = useHydrated()
  return (
    <Field
      {...props}
      label="Date of birth"
      type="date"
      autoComplete="bday"
      min={MIN_DOB}
      max={hydrated ? toMaxDob(toIsoDate(new Date())) : undefined}
    />
  )
}

export type AddressValues = Omit<Address, 'isDefault'>
export type AddressFieldName = keyof AddressValues

/** Fields of an address in the order of their form. The pincode fills in city, state and country. */
export const ADDRESS_FIELDS = [
  { name: 'pincode', label: 'Pincode', autoComplete: 'postal-code' },
  { name: 'address', label: 'Address', autoComplete: 'address-line1' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
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

/** Fields that a delivery needs. */
export const DELIVERY_FIELDS = ['pincode', 'address', 'city', 'state'] as const

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

/** Countries of most parcels, India first. An address may name any other. */
export const COUNTRIES = [
  ...['India', 'Australia', 'Bahrain', 'Canada', 'France', 'Germany', 'Hong Kong', 'Italy'],
  ...['Japan', 'Kuwait', 'Malaysia', 'Nepal', 'Netherlands', 'New Zealand', 'Oman', 'Qatar'],
  ...['Saudi Arabia', 'Singapore', 'South Africa', 'Sri Lanka', 'Switzerland', 'Thailand'],
  ...['United Arab Emirates', 'United Kingdom', 'United States'],
]

/** Returns the values of a field that is a list. An address without a country is Indian. */
function listChoices(name: AddressFieldName, country: string): readonly string[] | undefined {
  if (name === 'country') return COUNTRIES
  return name === 'state' && ['', 'India'].includes(country) ? INDIAN_STATE_NAMES : undefined
}

interface AddressProps {
  field: (name: AddressFieldName) => FieldState
  /** Initial values of the fields. */
  values?: AddressValues
  required: readonly AddressFieldName[]
  /** Separates several addresses of one form for autofill: `section-…`. */
  autoCompleteSection?: string
}

/** The table loads while a pincode is typed, so that a press after the last digit finds city and state. */
const loadPincodes = () => import('#src/rules/account/pincode-area.ts').catch(() => null)

/** Fills in empty city, state and country from an Indian pincode. */
async function fillFromPincode(
  container: Element,
  pincodeField: HTMLInputElement,
  field: AddressProps['field'],
): Promise<void> {
  const pincode = parsePincode(pincodeField.value)
  if (!pincode) return
  const table = await loadPincodes()
  const state = table?.findState(pincode)
  if (!table || !state || state === 'Army Postal Service') return
  if (parsePincode(pincodeField.value) !== pincode) return
  const values = { state, city: table.suggestCity(pincode), country: COUNTRIES[0] ?? '' } as const
  const findControl = (name: AddressFieldName) =>
    container.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${field(name).name}"]`)
  // The same digits may be a code of another country.
  if (!['', values.country].includes(findControl('country')?.value ?? '')) return
  for (const name of ['state', 'city', 'country'] as const) {
    const control = findControl(name)
    if (control?.value !== '' || values[name] === '') continue
    control.value = values[name]
    // The form treats it as a typed value, e.g. it removes the error of the field.
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** The five fields of one address. */
export function AddressFields({ field, values, required, autoCompleteSection = '' }: AddressProps) {
  const [country, setCountry] = useState(values?.country ?? '')
  return (
    <div
      className="grid gap-6"
      onInput={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement && target.name === field('country').name)
          setCountry(target.value)
        if (target instanceof HTMLInputElement && target.name === field('pincode').name)
          void fillFromPincode(currentTarget, target, field)
      }}
    >
      {ADDRESS_FIELDS.map(({ name, label, autoComplete }) => {
        const choices = listChoices(name, country)
        const value = values?.[name]
        const props = {
          ...field(name),
          label,
          defaultValue: value,
          autoComplete: `${autoCompleteSection} ${autoComplete}`.trim(),
          required: required.includes(name),
        }
        return (
          <div key={name}>
            {choices ? (
              <SelectField {...props}>
                <option value="">Please choose</option>
                {/* A stored address may have a value that is not in the list. */}
                {[...new Set([...choices, value ?? ''])].filter(Boolean).map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </SelectField>
            ) : (
              <Field
                {...props}
                {...(name === 'pincode' && {
                  inputMode: 'numeric',
                  onFocus: () => void loadPincodes(),
                })}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
