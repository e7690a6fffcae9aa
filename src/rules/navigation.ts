import { paths } from './paths.ts'

/** The header's links, repeated in the side menu (spec §1). */
export const navigation = [
  { label: 'Home', href: paths.home },
  { label: 'Shop', href: paths.shop },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
] as const

/** The link to the page at `path`; product pages belong to the shop. */
export const findCurrent = (path: string): string | undefined =>
  path.startsWith('/product/') ? paths.shop : navigation.find(({ href }) => href === path)?.href
