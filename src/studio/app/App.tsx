import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { call } from '#src/api-client/call.ts'
import type { User } from '#src/contract/account.ts'
import { hasRight, type Right, type Role } from '#src/contract/values.ts'
import { ThemeToggle } from '#src/islands/header/ThemeToggle.tsx'
import { formatInteger } from '#src/rules/money.ts'
import { paths } from '#src/rules/paths.ts'
import { clearStorage } from '#src/stores/storage.ts'
import { broadcast, LOGOUT } from '#src/stores/tabs.ts'
import { Button, buttonClass, LinkButton } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { importTwice } from '#src/ui/lazy-module.ts'
import { Status } from '#src/ui/Status.tsx'
import { AllProductsLink } from '../product-list/AllProductsLink.tsx'
import { openNumberDrafts } from '../product-list/number-drafts.ts'
import { ProductList } from '../product-list/ProductList.tsx'
import { PublishLine } from '../publish/PublishLine.tsx'
import { watchPublishState } from '../publish/publish-state.ts'
import { $draftsKept, hasDrafts, removeOldDrafts } from '../record/drafts.ts'
import { getScreen } from '../search/screens.ts'
import { ConfirmDialog, confirm } from '../ui/confirm.tsx'
import { Page } from '../ui/controls.tsx'
import { useRovingFocus } from '../ui/roving-focus.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { useCall } from './api.ts'
import { clearUnsaved, mayLeave, PRODUCTS_PATH } from './router.ts'
import { $isLoggedOut, $isSessionOver, loginHref } from './session.ts'
import { Toasts, toast } from './toasts.tsx'
import { countWaiting, useReloadWaiting, useWaiting } from './waiting.ts'

/** A page whose code is fetched when it is opened. */
const lazyPage = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await importTwice(load))[name] }))

const ProductPage = lazyPage(() => import('../product/ProductPage.tsx'), 'ProductPage')
const ContentList = lazyPage(() => import('../content/ContentList.tsx'), 'ContentList')
const ContentPage = lazyPage(() => import('../content/ContentPage.tsx'), 'ContentPage')
const LaunchesPage = lazyPage(() => import('../launches/LaunchesPage.tsx'), 'LaunchesPage')
const LaunchPage = lazyPage(() => import('../launches/LaunchPage.tsx'), 'LaunchPage')
const PicturesPage = lazyPage(() => import('../pictures/PicturesPage.tsx'), 'PicturesPage')
const EditPage = lazyPage(() => import('./EditPage.tsx'), 'EditPage')
const Releases = lazyPage(() => import('../publish/Releases.tsx'), 'Releases')
const Dashboard = lazyPage(() => import('../dashboard/Dashboard.tsx'), 'Dashboard')
const MessagesPage = lazyPage(() => import('../messages/MessagesPage.tsx'), 'MessagesPage')
const CustomersPage = lazyPage(() => import('../customers/CustomersPage.tsx'), 'CustomersPage')
const CustomerPage = lazyPage(() => import('../customers/CustomerPage.tsx'), 'CustomerPage')
const OrdersPage = lazyPage(() => import('../orders/OrdersPage.tsx'), 'OrdersPage')
const OrderPage = lazyPage(() => import('../orders/OrderPage.tsx'), 'OrderPage')
const DispatchPage = lazyPage(() => import('../orders/DispatchPage.tsx'), 'DispatchPage')
const RemittancePage = lazyPage(() => import('../orders/RemittancePage.tsx'), 'RemittancePage')
const PackingSlipsPage = lazyPage(() => import('../orders/PaperPage.tsx'), 'PackingSlipsPage')
const PackingSlipPage = lazyPage(() => import('../orders/PaperPage.tsx'), 'PackingSlipPage')
const LabelPage = lazyPage(() => import('../orders/PaperPage.tsx'), 'LabelPage')
const LabelsPage = lazyPage(() => import('../orders/PaperPage.tsx'), 'LabelsPage')
const OrderSummaryPage = lazyPage(() => import('../orders/PaperPage.tsx'), 'OrderSummaryPage')
const ReviewsPage = lazyPage(() => import('../reviews/ReviewsPage.tsx'), 'ReviewsPage')
const SearchPage = lazyPage(() => import('../search/SearchPage.tsx'), 'SearchPage')
const SpeedPage = lazyPage(() => import('../visits/SpeedPage.tsx'), 'SpeedPage')
const SearchesPage = lazyPage(() => import('../visits/SearchesPage.tsx'), 'SearchesPage')
const CsvPage = lazyPage(() => import('../csv/CsvPage.tsx'), 'CsvPage')
const TeamPage = lazyPage(() => import('../admin/TeamPage.tsx'), 'TeamPage')
const SecurityPage = lazyPage(() => import('../admin/SecurityPage.tsx'), 'SecurityPage')

interface StudioPage {
  path: string
  /** The right that opens it. */
  right: Right
  Content: ComponentType
}

interface MenuPage extends StudioPage {
  label: string
  /** The work that the link counts. */
  waiting?: keyof ReturnType<typeof countWaiting>
}

type Waiting = Pick<MenuPage, 'waiting'>

/** A page with the label and the right of its screen. */
const toPage = (path: string, Content: ComponentType, more: Waiting = {}): MenuPage => ({
  ...getScreen(path),
  Content,
  ...more,
})

const PAGES: readonly MenuPage[] = [
  toPage('/today', Dashboard),
  toPage('/orders', OrdersPage, { waiting: 'orders' }),
  toPage(PRODUCTS_PATH, ProductList),
  toPage('/content', ContentList),
  toPage('/launches', LaunchesPage),
  toPage('/messages', MessagesPage, { waiting: 'messages' }),
  toPage('/customers', CustomersPage),
  toPage('/reviews', ReviewsPage, { waiting: 'reviews' }),
  toPage('/csv', CsvPage),
  toPage('/releases', Releases),
  toPage('/security', SecurityPage),
  toPage('/team', TeamPage),
]

/** Pages that are reached from another one, which is marked for them. */
const INNER_PAGES: readonly (StudioPage & { from: string })[] = [
  { ...toPage('/speed', SpeedPage), from: '/today' },
  { ...toPage('/searches', SearchesPage), from: '/today' },
  { ...toPage('/pictures', PicturesPage), from: '/content' },
  { path: '/search', right: 'studio', from: '/search', Content: SearchPage },
]

/** Pages of one record. */
const RECORD_PAGES = [
  { path: '/products/:id', right: 'catalogue', Content: ProductPage },
  { path: '/customers/:id', right: 'customers', Content: CustomerPage },
  { path: '/orders/dispatch', right: 'orders', Content: DispatchPage },
  { path: '/orders/slips', right: 'orders', Content: PackingSlipsPage },
  { path: '/orders/labels', right: 'orders', Content: LabelsPage },
  { path: '/orders/cash', right: 'orders', Content: RemittancePage },
  { path: '/orders/:number', right: 'orders', Content: OrderPage },
  { path: '/orders/:number/slip', right: 'orders', Content: PackingSlipPage },
  { path: '/orders/:number/label', right: 'orders', Content: LabelPage },
  { path: '/orders/:number/summary', right: 'orders', Content: OrderSummaryPage },
  { path: '/content/:id', right: 'catalogue', Content: ContentPage },
  { path: '/launches/:id', right: 'catalogue', Content: LaunchPage },
  { path: '/edit', right: 'catalogue', Content: EditPage },
] as const

export function App() {
  const isOver = useStore($isSessionOver)
  const isLoggedOut = useStore($isLoggedOut)
  const profile = useCall('GET /users/getUserProfile')
  const user = profile.data?.user
  if (profile.isPending) return null
  return (
    <>
      <SkipLink to="main">Skip to content</SkipLink>
      {isLoggedOut ? (
        <LoggedOut />
      ) : !profile.data && !isOver ? (
        <SessionFailed onRetry={() => void profile.refetch()} />
      ) : isOver || !user || user.role === 'customer' ? (
        <SessionEnded />
      ) : (
        <Shell user={user} />
      )}
      <ConfirmDialog />
      <Toasts />
    </>
  )
}

function Shell({ user: { uid, displayName: name, role } }: { user: User }) {
  useEffect(() => openNumberDrafts(uid), [uid])
  useEffect(watchPublishState, [])
  useEffect(() => removeOldDrafts(Date.now()), [])
  const [address] = useLocation()
  const path =
    INNER_PAGES.find((page) => page.path === address)?.from ??
    address.replace(/^\/(products|content|customers|launches|orders)\/.+/, '/$1')
  const waiting = useWaiting()
  useReloadWaiting(address)
  const counts = waiting && countWaiting(waiting)
  // Without orders, the shop has no desk for them.
  const pages = PAGES.filter(
    ({ path, right }) => hasRight(role, right) && (path !== '/orders' || Boolean(waiting?.orders)),
  )
  useSearchKey()
  const nav = useRef<HTMLElement>(null)
  useRovingFocus(nav)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the links of a page are scrolled to it
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[1600px] flex-col px-4 sm:px-8 print:px-0">
      <header className="flex flex-col gap-x-8 border-b border-line lg:flex-row lg:flex-wrap lg:items-center print:hidden">
        <div className="flex items-center justify-between gap-4">
          <Link
            to={toStartPath(role)}
            className="flex min-h-14 items-baseline gap-2 pt-3 font-display text-2xl"
            aria-label={`Kairavi studio, ${getScreen(toStartPath(role)).label.toLowerCase()}`}
          >
            Kairavi <span className="label text-muted">Studio</span>
          </Link>
          <Link
            to="/search"
            aria-keyshortcuts="/"
            className="form-control flex w-auto items-center justify-between gap-3 text-muted max-lg:ms-auto lg:w-60"
          >
            Search everything
            <span aria-hidden="true" className="text-muted max-lg:hidden">
              /
            </span>
          </Link>
          <span className="lg:hidden">
            <ThemeToggle />
          </span>
        </div>
        <nav
          ref={nav}
          aria-label="Studio"
          className="relative -mx-4 flex overflow-x-auto px-4 sm:mx-0 sm:px-0 lg:order-last lg:-ms-3 lg:basis-full"
        >
          {pages.map((page) => (
            <Link
              key={page.path}
              to={page.path}
              aria-current={page.path !== path ? undefined : path === address ? 'page' : 'true'}
              className="mx-3 flex min-h-11 shrink-0 items-center border-b-2 border-transparent text-sm hover:border-edge aria-[current]:border-accent aria-[current]:font-semibold"
            >
              {page.label}
              <WaitingCount count={page.waiting && counts?.[page.waiting]} />
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-x-5 lg:ms-auto">
          <PublishLine />
          <span className="text-sm text-muted max-2xl:hidden">{name}</span>
          <UserLinks />
          <span className="max-lg:hidden">
            <ThemeToggle />
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 py-6 print:py-0">
        <ErrorBoundary resetKey={address} fallback={<PageFailed />}>
          <Suspense fallback={<Status>Loading…</Status>}>
            <Pages role={role} />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}

/** Opens the search with `/`, as on other sites, unless one types. */
function useSearchKey(): void {
  const [, navigate] = useLocation()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const isTyping = target.isContentEditable || target.matches('input,textarea,select')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    event.preventDefault()
    if (document.querySelector('dialog[open]')) return
    navigate('/search')
  })
  useEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
}

/** The number of what waits, beside the link to it. */
const WaitingCount = ({ count }: { count: number | null | undefined }) =>
  Boolean(count) && (
    <>
      <span
        aria-hidden="true"
        className="ms-1.5 min-w-5 rounded-full bg-accent px-1.5 py-0.5 text-center text-xs leading-none font-semibold text-accent-ink figures"
      >
        {formatInteger(count ?? 0)}
      </span>
      <span className="sr-only">, {count} waiting</span>
    </>
  )

/** Returns the first page of a role. */
const toStartPath = (role: Role): string => (hasRight(role, 'catalogue') ? '/today' : '/orders')

/** A page for those who have its right; the API refuses its calls to everyone else. */
const toRoute = (
  role: Role,
  // biome-ignore lint/suspicious/noExplicitAny: pages have the parameters of their paths
  { path, right, Content }: { path: string; right: Right; Content: ComponentType<any> },
) => <Route key={path} path={path} component={hasRight(role, right) ? Content : NotOfThisRole} />

const NotOfThisRole = () => (
  <Page title="Your role does not have this page">
    <p className="text-body-sm text-muted">An admin can change your role under Team.</p>
  </Page>
)

const Pages = ({ role }: { role: Role }) => (
  <Switch>
    <Route path="/">
      <StartPage path={toStartPath(role)} />
    </Route>
    {[...PAGES, ...INNER_PAGES, ...RECORD_PAGES].map((page) => toRoute(role, page))}
    {/* Its page before schedules were launches. */}
    <Route path="/schedule">
      <Redirect to="/launches" replace />
    </Route>
    <Route>
      <Page title="There is no such page">
        <p>
          <AllProductsLink />
        </p>
      </Page>
    </Route>
  </Switch>
)

/** The studio opens with what waits. Bookmarks of the list of products had its filters here. */
function StartPage({ path }: { path: string }) {
  const search = useSearch()
  return <Redirect to={search ? `${PRODUCTS_PATH}?${search}` : path} replace />
}

/** In place of a page whose script does not come, e.g. after an upgrade, or that cannot be rendered. */
const PageFailed = () => (
  <Page title="This page could not be loaded">
    <p role="alert" className="text-body-sm text-muted">
      Check the connection, then reload the page. <KeptHint />
    </p>
    <p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </p>
  </Page>
)

const KeptHint = () =>
  useStore($draftsKept)
    ? 'What you were writing is kept on this device.'
    : 'What you were writing could not be kept on this device.'

const SessionFailed = ({ onRetry }: { onRetry: () => void }) => (
  <main id="main" tabIndex={-1} className="container py-16">
    <Page title="The studio cannot be reached">
      <p className="text-body-sm text-muted">Check the connection and try again.</p>
      <p>
        <Button onClick={onRetry}>Try again</Button>
      </p>
    </Page>
  </main>
)

/** Typed text is kept as a draft. */
const SessionEnded = () => (
  <main id="main" tabIndex={-1} className="container py-16">
    <Page title="Your session has ended">
      <p className="text-body-sm text-muted">
        Log in again to go on. <KeptHint />
      </p>
      <p>
        <a href={loginHref()} className={buttonClass()}>
          Log in
        </a>
      </p>
    </Page>
  </main>
)

/** Empties the storage once the forms are gone, which store a draft as they are left. */
function LoggedOut() {
  useEffect(clearStorage, [])
  return (
    <main id="main" tabIndex={-1} className="container py-16">
      <Page title="You are logged out">
        <p>
          <a href={loginHref()} className={buttonClass()}>
            Log in
          </a>
        </p>
      </Page>
    </main>
  )
}

function UserLinks() {
  const logOut = async () => {
    const isConfirmed = hasDrafts()
      ? await confirm({
          title: 'Log out and discard what is not saved?',
          text: 'This device has drafts that are not saved. A logout deletes them.',
          confirmLabel: 'Log out',
          isDangerous: true,
        })
      : await mayLeave()
    if (!isConfirmed) return
    const outcome = await call('POST /auth/logout')
    if (outcome.kind !== 'ok') return toast.error('You are still logged in. Please try again.')
    clearUnsaved()
    $isLoggedOut.set(true)
    broadcast(LOGOUT)
  }
  return (
    <>
      <TextLink href={paths.home} className="text-sm">
        View the shop
      </TextLink>
      <LinkButton className="text-sm" onClick={() => void logOut()}>
        Log out
      </LinkButton>
    </>
  )
}
