import { SelectField } from '#src/ui/Field.tsx'
import { useCall } from '../app/api.ts'

interface Props {
  name: string
  /** The id of a launch; undefined for a change of the record. */
  value: string | undefined
  onChange: (launch: string | undefined) => void
}

/** An empty value is one that a required field misses. */
const NOW = 'now'

/** Returns a function that says whether a launch is live. */
export function useIsLive(): (id: string | undefined) => boolean {
  const launches = useCall('GET /editor/launches').data?.launches ?? []
  return (id) => launches.some((launch) => launch.id === id && launch.state === 'live')
}

/** Whether a change is of the record, or goes into a launch. */
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
      {launches.map(({ id, name: launchName, state }) => (
        <option key={id} value={id}>
          In the launch {launchName}
          {state === 'live' && ' (live)'}
        </option>
      ))}
    </SelectField>
  )
}
