import { renderIcon } from './Icon.tsx'
import { iconPaths } from './icon-paths.ts'

/** Icons of static markup, on the same grid; a file of their own, so that they add no script. */
export const staticIconPaths = {
  'arrow-down': 'M12 4.5v15m-6-6 6 6 6-6',
  card: 'M3 6h18v12.5H3zM3 10h18M6.5 15h4',
  'chevron-down': 'm6 9.5 6 6 6-6',
  gift: 'M4.5 11.5h15v8.5h-15zM3.5 7.5h17v4h-17zM12 7.5V20M12 7.5C8 7.5 7 3.5 9.5 3.5c1.8 0 2.5 4 2.5 4s.7-4 2.5-4c2.5 0 1.5 4-2.5 4z',
  globe:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c2.6 2.3 3.8 5.2 3.8 8.5s-1.2 6.2-3.8 8.5c-2.6-2.3-3.8-5.2-3.8-8.5s1.2-6.2 3.8-8.5z',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5.5M12 7.5v.4',
  lock: 'M5.5 10.5h13V20h-13zM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.2v2',
  mail: 'M3.5 6h17v12.5h-17zm0 .5L12 13l8.5-6.5',
  pause: 'M9 5.5v13m6-13v13',
  phone:
    'M5 4h3.8l1.7 4.5-2.2 1.6a12 12 0 0 0 5.6 5.6l1.6-2.2 4.5 1.7V19a1.5 1.5 0 0 1-1.6 1.5C10.7 20 4 13.3 3.5 5.6A1.5 1.5 0 0 1 5 4z',
  pin: 'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  play: 'm8 5.5 10.5 6.5L8 18.5z',
  refresh:
    'M19.5 12a7.5 7.5 0 0 1-13.4 4.6M4.5 12a7.5 7.5 0 0 1 13.4-4.6M18 3.8v3.7h-3.7M6 20.2v-3.7h3.7',
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.8 7.3 7 9 4.2-1.7 7-4.7 7-9V6zM9 11.8l2.2 2.2 4-4.3',
  spark: iconPaths.spark,
  tag: 'M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5zM8 7.7a.3.3 0 1 1 0 .6.3.3 0 0 1 0-.6z',
  truck:
    'M3 6.5h11v10H3zM14 10h4l3 3.5v3h-7M7 15.2a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8zM17 15.2a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8z',
} as const

export type StaticIconName = keyof typeof staticIconPaths

interface Props {
  name: StaticIconName
  className?: string
}

/** An icon of static parts; the scripts of a product page do not contain its path. */
export const StaticIcon = ({ name, className }: Props) =>
  renderIcon(staticIconPaths[name], className)
