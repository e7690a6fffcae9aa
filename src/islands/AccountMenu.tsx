import { useStore } from '@nanostores/react'
import { ordersPath, paths } from '#src/rules/paths.ts'
import { $sessionLoading, $signedIn } from '#src/stores/session.ts'
import { signOut } from '#src/stores/sign-out.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStartSession } from './hooks/use-start-session.ts'

const MENU_ID = 'account-menu'

interface Props {
  /** Rows of the side menu instead of the header's popover. */
  compact?: boolean
}

/** A login link for a visitor; profile and logout for a user. */
export function AccountMenu({ compact = false }: Props) {
  useStartSession()
  const signedIn = useStore($signedIn, { ssr: () => false })
  if (compact) return signedIn ? <UserRows /> : <LoginRow />
  return signedIn ? <UserMenu /> : <LoginIcon />
}

const LoginIcon = () => (
  <a href={paths.login} className="icon-button" aria-label="Log in">
    <Icon name="user" />
  </a>
)

const LoginRow = () => (
  <a href={paths.login} className="menu-row">
    <Icon name="user" /> Log in
  </a>
)

const UserRows = () => (
  <>
    <ProfileLink />
    <OrdersLink />
    <Logout />
  </>
)

/** A popover: Escape and a click outside close it, and the focus returns to its button. */
function UserMenu() {
  return (
    <>
      <button
        type="button"
        className="icon-button"
        popoverTarget={MENU_ID}
        aria-label="Account"
        aria-controls={MENU_ID}
      >
        <Icon name="user" className="size-5 fill-current!" />
      </button>
      <div
        id={MENU_ID}
        popover="auto"
        className="fixed inset-auto end-[max(var(--spacing-gutter),calc((100vw-var(--container-page))/2+var(--spacing-gutter)))] top-(--header-height) m-0 min-w-52 border border-line bg-page px-5 py-3 text-ink [.site-header[data-compact]_&]:top-(--header-height-compact)"
      >
        <ProfileLink />
        <OrdersLink />
        <Logout />
      </div>
    </>
  )
}

const ProfileLink = () => (
  <a href={paths.profile} className="menu-row">
    <Icon name="user" /> Profile
  </a>
)

const OrdersLink = () => (
  <a href={ordersPath} className="menu-row">
    <Icon name="clock" /> Orders
  </a>
)

function Logout() {
  const loading = useStore($sessionLoading, { ssr: 'initial' })
  return (
    <button
      type="button"
      className="menu-row disabled:opacity-55"
      disabled={loading}
      onClick={() => void signOut()}
    >
      <Icon name="arrow-right" /> Logout
    </button>
  )
}
