import { type IconName, iconPaths } from './icon-paths.ts'
import { LineIcon } from './LineIcon.tsx'

interface Props {
  name: IconName
  className?: string
}

/** An icon that islands may draw, too. */
export const Icon = ({ name, className }: Props) => (
  <LineIcon path={iconPaths[name]} className={className} />
)
