import { renderIcon } from './Icon.tsx'
import { type StaticIconName, staticIconPaths } from './static-icon-paths.ts'

interface Props {
  name: StaticIconName
  className?: string
}

/** An icon of static parts; the scripts of a product page do not contain its path. */
export const StaticIcon = ({ name, className }: Props) =>
  renderIcon(staticIconPaths[name], className)
