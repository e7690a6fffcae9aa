import { GENDERS, type Gender } from '#src/contract/values.ts'
import { SelectField } from '#src/ui/Field.tsx'

/** The gender a field says, or '' for none. */
export const parseGender = (given: string): Gender | '' =>
  GENDERS.find((one) => one === given) ?? ''

interface Props {
  name: string
  error: string | undefined
  required?: boolean
  defaultValue?: string
}

export function GenderField(props: Props) {
  return (
    <SelectField {...props} label="Gender" autoComplete="sex">
      <option value="">{props.required ? 'Please choose' : 'Not given'}</option>
      {GENDERS.map((gender) => (
        <option key={gender}>{gender}</option>
      ))}
    </SelectField>
  )
}
