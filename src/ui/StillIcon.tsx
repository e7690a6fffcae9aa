import { LineIcon } from './LineIcon.tsx'
import { type StillIconName, stillIconPaths } from './still-icon-paths.ts'

interface Props {
  name: StillIconName
  className?: string
}

/** An icon of static parts; its drawing ships with no script of a product page. */
export const StillIcon = ({ name, className }: Props) => (
  <LineIcon path={stillIconPaths[name]} className={className} />
)
