import type { MenuLink } from '#src/rules/navigation.ts'

interface Props {
  links: MenuLink[]
  /** The link to this page, if there is one. */
  current: string | undefined
  className: string
  linkClassName: string
}

/** The links of the header and of the side menu (spec §1). */
export const NavigationList = ({ links, current, className, linkClassName }: Props) => (
  <ul className={className}>
    {links.map(({ label, href }) => (
      <li key={href}>
        <a
          href={href}
          className={linkClassName}
          aria-current={href === current ? 'page' : undefined}
        >
          {label}
        </a>
      </li>
    ))}
  </ul>
)
