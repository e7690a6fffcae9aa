import { dayOf, EARLIEST_BIRTH } from '#src/rules/account-rules.ts'
import { Field } from '#src/ui/Field.tsx'
import { useHydrated } from './use-hydrated.ts'

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
      min={EARLIEST_BIRTH}
      max={ready ? dayOf(new Date()) : undefined}
    />
  )
}
