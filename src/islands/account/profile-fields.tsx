import { useRef } from 'react'
import type { Address } from '#src/contract/account.ts'
import { GENDERS, type Gender } from '#src/contract/values.ts'
import { MIN_DOB, toIsoDate } from '#src/rules/account-validation.ts'
import { parsePincode } from '#src/rules/pincode.ts'
import { COUNTRIES, INDIAN_STATE_NAMES } from '#src/rules/places.ts'
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

/** Lists to choose from; any other text is possible, too. */
const SUGGESTIONS = { state: INDIAN_STATE_NAMES, country: COUNTRIES }

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

/** Fills city and state from the pincode, where they are empty. The table loads with the first pincode. */
async function fillFromPincode(
  container: Element,
  pincodeField: HTMLInputElement,
  field: AddressProps['field'],
): Promise<void> {
  const pincode = parsePincode(pincodeField.value)
  if (!pincode) return
  const table = await import('#src/rules/pincode-area.ts').catch(() => null)
  const state = table?.findState(pincode)
  if (!table || !state || state === 'Army Postal Service') return
  const values = { state, city: table.suggestCity(pincode) } as const
  for (const name of ['state', 'city'] as const) {
    const control = container.querySelector<HTMLInputElement>(`[name="${field(name).name}"]`)
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
  // Unique on the page, because the names of its controls are.
  const listId = field('address').name
  return (
    <div
      className="grid gap-6 sm:grid-cols-2"
      onInput={({ target, currentTarget }) => {
        if (target instanceof HTMLInputElement && target.name === field('pincode').name)
          void fillFromPincode(currentTarget, target, (name) => latest.current(name))
      }}
    >
      {ADDRESS_FIELDS.map(({ name, label, autoComplete }) => (
        <div key={name} className={name === 'address' ? 'sm:col-span-2' : undefined}>
          <Field
            {...field(name)}
            label={label}
            autoComplete={`${autoCompleteSection} ${autoComplete}`.trim()}
            inputMode={name === 'pincode' ? 'numeric' : undefined}
            list={name in SUGGESTIONS ? `${listId}-${name}` : undefined}
            required={required.includes(name)}
          />
        </div>
      ))}
      {Object.entries(SUGGESTIONS).map(([name, values]) => (
        <datalist key={name} id={`${listId}-${name}`}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
    </div>
  )
}
