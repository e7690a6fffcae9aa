import { type IconName, iconPaths } from './icon-paths.ts'

interface Props {
  name: IconName
  className?: string
}

/** An icon that islands may render. */
export const Icon = ({ name, className }: Props) => renderIcon(iconPaths[name], className)

/** A decorative line drawing from one path on a 24-pixel grid; the control around it has the name. */
export const renderIcon = (path: string, className = 'size-5') => (
  <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
    <path d={path} />
  </svg>
)
