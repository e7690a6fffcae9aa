import { useEffect } from 'react'
import type { MenuLink } from '#src/rules/navigation.ts'
import { paths } from '#src/rules/paths.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { bagIcon, closeIcon, heartIcon } from '#src/ui/icons.ts'
import { Logo } from '#src/ui/Logo.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SearchField } from '../SearchField.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { NavigationList } from './NavigationList.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Props {
  id: string
  /** The links of the header, and those below them. */
  menu: { header: MenuLink[]; more: MenuLink[] }
  /** The link to this page, if there is one. */
  current: string | undefined
  open: boolean
  onClose: () => void
}

/** Repeats the header on small screens (spec §1). */
export function SideMenu({ id, menu, current, open, onClose }: Props) {
  useEffect(() => {
    if (!open) return
    const wide = matchMedia('(min-width: 64rem)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [open, onClose])
  return (
    <Modal id={id} className="side-menu" label="Menu" open={open} closesOnLink onClose={onClose}>
      <div className="flex min-h-full flex-col gap-6 px-[min(1.5rem,6vw)] pt-4 pb-10">
        <div className="flex items-center justify-between">
          <Logo />
          <IconButton
            className="-me-[10px]"
            label="Close menu"
            command="close"
            commandfor={id}
            onClick={(event) => {
              event.preventDefault()
              onClose()
            }}
          >
            <Icon path={closeIcon} className="size-6" />
          </IconButton>
        </div>
        <SearchField id="menu-search" scriptingOnly />
        <nav aria-label="Menu">
          <NavigationList
            links={menu.header}
            current={current}
            className="flex flex-col"
            linkClassName="flex min-h-12 items-center font-display text-2xl"
          />
        </nav>
        <ul className="flex flex-col border-t border-line pt-4">
          <li>
            <AccountMenu compact />
          </li>
          <li>
            <a href={paths.wishlist} className="menu-row">
              <Icon path={heartIcon} /> Wishlist
            </a>
          </li>
          <li>
            <a href={paths.cart} className="menu-row">
              <Icon path={bagIcon} /> Cart
            </a>
          </li>
        </ul>
        <nav aria-label="Categories">
          <ul className="link-columns border-t border-line pt-4">
            {menu.more.map(({ label, href }) => (
              <li key={href}>
                <a href={href} className="flex min-h-11 items-center text-body-sm">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-auto border-t border-line pt-4">
          <ThemeToggle showLabel />
        </div>
      </div>
    </Modal>
  )
}
