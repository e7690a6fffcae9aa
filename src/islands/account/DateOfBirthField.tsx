import { MIN_DOB, toIsoDate } from '#src/rules/account-validation.ts'
import { Field } from '#src/ui/Field.tsx'
import { useHydrated } from '../hooks/use-hydrated.ts'

interface Props {
  name: string
  error: string | undefined
  required?: boolean
  defaultValue?: string
}

/** The last day that can be chosen is today, which the static page cannot know. */
export function DateOfBirthField(props: Props) {
  const ready = useHydrated()
  return (
    <Field
      {...props}
      label="Date of birth"
      type="date"
      autoComplete="bday"
      min={MIN_DOB}
      max={ready ? toIsoDate(new Date()) : undefined}
    />
  )
}
