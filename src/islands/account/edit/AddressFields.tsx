import { Field } from '#src/ui/Field.tsx'
import { ADDRESS_PARTS, type AddressPart, type AddressText } from './addresses-draft.ts'

interface Props {
  /** Begins the names of the controls, e.g. `addresses.0`. */
  prefix: string
  value: AddressText
  errorOf: (name: string) => string | undefined
  onChange: (part: AddressPart, text: string) => void
}

/** The five fields of one address. */
export function AddressFields({ prefix, value, errorOf, onChange }: Props) {
  const section = `section-${prefix.replaceAll('.', '-')}`
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {ADDRESS_PARTS.map(({ part, label, token }) => (
        <div key={part} className={part === 'address' ? 'sm:col-span-2' : undefined}>
          <Field
            label={label}
            name={`${prefix}.${part}`}
            error={errorOf(`${prefix}.${part}`)}
            value={value[part]}
            onChange={(event) => onChange(part, event.target.value)}
            autoComplete={`${section} ${token}`}
            inputMode={part === 'pincode' ? 'numeric' : undefined}
            required={part === 'address' || part === 'city'}
          />
        </div>
      ))}
    </div>
  )
}
