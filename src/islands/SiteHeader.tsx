import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { brand } from '#src/rules/brand.ts'
import { HEADER_COMPACT_AFTER_PX } from '#src/rules/constants.ts'
import type { MenuLink } from '#src/rules/navigation.ts'
import { paths } from '#src/rules/paths.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { menuIcon, searchIcon } from '#src/ui/icons.ts'
import { Logo } from '#src/ui/Logo.tsx'
import { AccountMenu } from './header/AccountMenu.tsx'
import { CartLink } from './header/CartLink.tsx'
import { NavigationList } from './header/NavigationList.tsx'
import { SideMenu } from './header/SideMenu.tsx'
import { ThemeToggle } from './header/ThemeToggle.tsx'
import { WishlistLink } from './header/WishlistLink.tsx'
import { SearchField } from './SearchField.tsx'

const SEARCH_BOX_ID = 'search-box'
const MENU_ID = 'side-menu'

interface Props {
  menu: { header: MenuLink[]; more: MenuLink[] }
  /** The link to this page, if there is one. */
  current: string | undefined
  /** Has no background on the first picture of the page, until the page is scrolled. */
  transparent: boolean
}

function subscribeToScroll(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true })
  return () => removeEventListener('scroll', onChange)
}

/** Returns whether the page is scrolled so far that the header is compact (spec §4). */
const useCompact = (): boolean =>
  useSyncExternalStore(
    subscribeToScroll,
    () => scrollY > HEADER_COMPACT_AFTER_PX,
    () => false,
  )

export function SiteHeader({ menu, current, transparent }: Props) {
  const compact = useCompact()
  const menuButton = useRef<HTMLButtonElement>(null)
  const [menuOpen, setMenuOpen] = useState(false)

  // The browser opens the menu before hydration, by the command of the button.
  useEffect(() => setMenuOpen(document.querySelector(`#${MENU_ID}[open]`) !== null), [])

  function closeMenu() {
    setMenuOpen(false)
    menuButton.current?.focus()
  }

  return (
    <>
      <div className="header-anchor">
        <header
          className="site-header"
          data-transparent={transparent ? '' : undefined}
          data-compact={compact ? '' : undefined}
        >
          <div className="header-bar container">
            <nav aria-label="Main" className="hidden @min-[64rem]/header:block">
              <NavigationList
                links={menu.header}
                current={current}
                className="-ms-3 flex items-center gap-1 @min-[80rem]/header:gap-3"
                linkClassName="nav-link"
              />
            </nav>
            <IconButton
              ref={menuButton}
              className="-ms-[10px] justify-self-start @min-[64rem]/header:hidden"
              label="Menu"
              aria-haspopup="dialog"
              aria-expanded={menuOpen}
              aria-controls={MENU_ID}
              command="show-modal"
              commandfor={MENU_ID}
              onClick={(event) => {
                // React opens the menu after hydration.
                event.preventDefault()
                setMenuOpen(true)
              }}
            >
              <Icon path={menuIcon} className="size-6" />
            </IconButton>
            <a
              href={paths.home}
              className="inline-flex min-h-11 items-center"
              aria-label={`${brand.name}, home`}
            >
              <Logo />
            </a>
            <div className="-me-[2px] flex items-center justify-self-end @min-[40rem]/header:gap-1">
              <IconButton popoverTarget={SEARCH_BOX_ID} label="Search">
                <Icon path={searchIcon} />
              </IconButton>
              <span className="hidden @min-[40rem]/header:contents">
                <ThemeToggle />
              </span>
              <WishlistLink />
              <span className="hidden @min-[40rem]/header:contents">
                <AccountMenu />
              </span>
              <CartLink />
            </div>
          </div>
        </header>
        <SearchBox />
      </div>
      <SideMenu id={MENU_ID} menu={menu} current={current} open={menuOpen} onClose={closeMenu} />
    </>
  )
}

/** The search field below the header. Escape and a press outside close it. */
function SearchBox() {
  return (
    <div id={SEARCH_BOX_ID} popover="auto" className="search-box">
      <div className="container">
        <div className="mx-auto max-w-3xl">
          <SearchField id="header-search" autoFocus />
        </div>
      </div>
    </div>
  )
}
