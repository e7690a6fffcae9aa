import { useStore } from '@nanostores/react'
import { ordersPath, paths } from '#src/rules/paths.ts'
import { $sessionLoading, $signedIn, signOut } from '#src/stores/session.ts'
import { IconButton, MenuRow } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { arrowRightIcon, clockIcon, userIcon } from '#src/ui/icons.ts'

const MENU_ID = 'account-menu'

interface Props {
  /** Rows of the side menu instead of the header's popover. */
  compact?: boolean
}

/** A login link for a visitor; profile, orders and logout for a user. */
export function AccountMenu({ compact = false }: Props) {
  const signedIn = useStore($signedIn, { ssr: () => false })
  if (!signedIn)
    return compact ? (
      <a href={paths.login} className="menu-row">
        <Icon path={userIcon} /> Log in
      </a>
    ) : (
      <a href={paths.login} className="icon-button" aria-label="Log in">
        <Icon path={userIcon} />
      </a>
    )
  if (compact) return <UserRows />
  return (
    <>
      <IconButton popoverTarget={MENU_ID} label="Account" aria-controls={MENU_ID}>
        <Icon path={userIcon} className="size-5 fill-current" />
      </IconButton>
      {/* Escape and a press outside close it, and the focus returns to its button. */}
      <div id={MENU_ID} popover="auto" className="account-menu">
        <UserRows />
      </div>
    </>
  )
}

function UserRows() {
  const loading = useStore($sessionLoading, { ssr: 'initial' })
  return (
    <>
      <a href={paths.profile} className="menu-row">
        <Icon path={userIcon} /> Profile
      </a>
      <a href={ordersPath} className="menu-row">
        <Icon path={clockIcon} /> Orders
      </a>
      <MenuRow busy={loading} onClick={() => void signOut()}>
        <Icon path={arrowRightIcon} /> Logout
      </MenuRow>
    </>
  )
}
