import { TextLink } from '../ui/TextLink.tsx'
import type { DraftLaunch } from './draft-form.ts'

export const LaunchLink = ({ launch: { id, name } }: { launch: DraftLaunch }) => (
  <TextLink to={`/launches/${id}`} className="-my-3 text-sm">
    {name}
  </TextLink>
)
