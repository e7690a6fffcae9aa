import { SelectField } from '#src/ui/Field.tsx'
import { useCall } from '../app/api.ts'

interface Props {
  name: string
  /** The id of a launch; undefined where the change is live at once. */
  value: string | undefined
  onChange: (launch: string | undefined) => void
}

/** An empty value is one that a required field misses. */
const NOW = 'now'

/** Whether a change is live at once, or a draft of a launch that is not live. */
export function LaunchSelect({ name, value = NOW, onChange }: Props) {
  const launches = useCall('GET /editor/launches').data?.launches ?? []
  return (
    <SelectField
      label="When"
      name={name}
      required
      value={value}
      onChange={({ target }) => onChange(target.value === NOW ? undefined : target.value)}
    >
      <option value={NOW}>Now</option>
      {launches
        .filter(({ state }) => state !== 'live')
        .map((launch) => (
          <option key={launch.id} value={launch.id}>
            In the launch {launch.name}
          </option>
        ))}
    </SelectField>
  )
}
