import { Field } from '#src/ui/Field.tsx'
import { ADDRESS_FIELDS, type AddressFieldName, type AddressValues } from './addresses-draft.ts'

interface Props {
  /** Begins the names of the controls, e.g. `addresses.0`. */
  prefix: string
  value: AddressValues
  getError: (name: string) => string | undefined
  onChange: (part: AddressFieldName, text: string) => void
}

/** The five fields of one address. */
export function AddressFields({ prefix, value, getError, onChange }: Props) {
  const section = `section-${prefix.replaceAll('.', '-')}`
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {ADDRESS_FIELDS.map(({ name, label, autoComplete }) => (
        <div key={name} className={name === 'address' ? 'sm:col-span-2' : undefined}>
          <Field
            label={label}
            name={`${prefix}.${name}`}
            error={getError(`${prefix}.${name}`)}
            value={value[name]}
            onChange={(event) => onChange(name, event.target.value)}
            autoComplete={`${section} ${autoComplete}`}
            inputMode={name === 'pincode' ? 'numeric' : undefined}
            required={name === 'address' || name === 'city'}
          />
        </div>
      ))}
    </div>
  )
}
