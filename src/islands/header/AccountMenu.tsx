import { useStore } from '@nanostores/react'
import { ordersPath, paths } from '#src/rules/paths.ts'
import { $sessionLoading, $signedIn, signOut } from '#src/stores/session.ts'
import { IconButton, MenuRow } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'

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
        <Icon name="user" /> Log in
      </a>
    ) : (
      <a href={paths.login} className="icon-button" aria-label="Log in">
        <Icon name="user" />
      </a>
    )
  if (compact) return <UserRows />
  return (
    <>
      <IconButton popoverTarget={MENU_ID} label="Account" aria-controls={MENU_ID}>
        <Icon name="user" className="size-5 fill-current!" />
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
        <Icon name="user" /> Profile
      </a>
      <a href={ordersPath} className="menu-row">
        <Icon name="clock" /> Orders
      </a>
      <MenuRow busy={loading} onClick={() => void signOut()}>
        <Icon name="arrow-right" /> Logout
      </MenuRow>
    </>
  )
}
