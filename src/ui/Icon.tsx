import { type IconName, iconPaths } from './icon-paths.ts'
import { SvgIcon } from './SvgIcon.tsx'

interface Props {
  name: IconName
  className?: string
}

/** An icon that islands may draw, too. */
export const Icon = ({ name, className }: Props) => (
  <SvgIcon path={iconPaths[name]} className={className} />
)
