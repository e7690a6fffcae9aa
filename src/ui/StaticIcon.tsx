import { SvgIcon } from './SvgIcon.tsx'
import { type StaticIconName, staticIconPaths } from './static-icon-paths.ts'

interface Props {
  name: StaticIconName
  className?: string
}

/** An icon of static parts; its drawing ships with no script of a product page. */
export const StaticIcon = ({ name, className }: Props) => (
  <SvgIcon path={staticIconPaths[name]} className={className} />
)
