import { paths } from './paths.ts'

/** A link of a menu. */
export interface MenuLink {
  label: string
  href: string
}

/** The address of the link to the page at `path`; product pages belong to the shop. */
export const findCurrent = (path: string, links: MenuLink[]): string | undefined =>
  path.startsWith('/product/') ? paths.shop : links.find(({ href }) => href === path)?.href
