import { paths } from '#src/rules/paths.ts'

/** The header's links, repeated in the side menu (spec §1). */
export const navigation = [
  { label: 'Home', href: paths.home },
  { label: 'Shop', href: paths.shop },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
] as const

/** True for the link to the page at `path`; product pages belong to the shop. */
export const isCurrent = (href: string, path: string): boolean =>
  href === path || (href === paths.shop && path.startsWith('/product/'))
