import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type FoundRecord, SEARCH_GROUPS, SEARCH_RIGHTS } from '#src/contract/studio-search.ts'
import type { Right } from '#src/contract/values.ts'
import { useCall } from '../app/api.ts'
import { useListState } from '../app/list-state.ts'
import { useRights } from '../app/rights.ts'
import { useWaiting } from '../app/waiting.ts'
import { AccountBadges } from '../customers/AccountBadges.tsx'
import { MESSAGE_STATES } from '../messages/message-states.ts'
import { OrderRow } from '../orders/OrderRow.tsx'
import { REVIEW_STATE_LABELS } from '../reviews/review-states.ts'
import { Badge, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { SearchForm } from './SearchForm.tsx'
import { findScreens, type Screen } from './screens.ts'
import { SEARCH } from './search-list.ts'

/** What can be typed, by the right that finds it. */
const HINTS: readonly (readonly [Right, string])[] = [
  [
    'catalogue',
    'a SKU, a barcode, a title, a price, words of a text, an id or the address of a page',
  ],
  ['customers', 'the name, email or phone of a customer'],
  ['orders', 'the number, a name or a piece of an order'],
  ['messages', 'words of a message or a review'],
]

const GROUP_NAMES: Record<(typeof SEARCH_GROUPS)[number], string> = {
  products: 'product',
  texts: 'text',
  launches: 'launch',
  customers: 'customer',
  orders: 'order',
  messages: 'message',
  reviews: 'review',
}

/** Whatever of the shop has a text, and the screens of the studio that it names. */
export function SearchPage() {
  const { state, change } = useListState(SEARCH)
  const { text } = state
  const can = useRights()
  const hints = HINTS.flatMap(([right, hint]) => (can(right) ? hint : []))
  return (
    <Page title="Search">
      <SearchForm
        label="Search everything"
        placeholder="SKU, title, words of a text, name, phone, order…"
        search={text}
        hasFocus
        onSearch={(next) => change({ text: next })}
      />
      {text ? (
        <Results text={text} />
      ) : (
        <p className="max-w-2xl text-body-sm text-muted">
          Type {hints.join(', ')}, or what you want to do, and press Enter. Words are looked for in
          the newest 2,000 of each kind, numbers, emails, telephones and titles in all.
        </p>
      )}
    </Page>
  )
}

/** The form of a text, at the field that has what was found. */
const toTextPath = ({ id, excerpt }: FoundRecord): string =>
  excerpt
    ? `/content/${id}?text=${encodeURIComponent(excerpt.replaceAll('…', '').trim())}`
    : `/content/${id}`

function Results({ text }: { text: string }) {
  const found = useCall('POST /editor/search', { body: { text } })
  const screens = useScreens(text)
  const can = useRights()
  const names = SEARCH_GROUPS.flatMap((group) =>
    can(SEARCH_RIGHTS[group]) ? GROUP_NAMES[group] : [],
  )
  return (
    <Loaded from={found}>
      {({ more, ...groups }) => {
        const { products, texts, launches, customers, orders, messages, reviews } = groups
        const lists = [screens, ...Object.values(groups)]
        const count = lists.reduce((sum, list) => sum + list.length, 0)
        return (
          <div className="flex flex-col gap-8">
            <p role="status" className="text-sm text-muted">
              {found.isPlaceholderData
                ? 'Searching…'
                : count === 0
                  ? `Nothing has “${text}”: no ${new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(names)}.`
                  : `What has “${text}”:`}
            </p>
            <Group title="Screens of the studio">
              {screens.map(({ path, label }) => (
                <ResultRow key={path} to={path} title={label} />
              ))}
            </Group>
            <Group title="Orders" hasMore={more.includes('orders')}>
              {orders.map((order) => (
                <OrderRow key={order.number} order={order} />
              ))}
            </Group>
            <Group title="Products" hasMore={more.includes('products')}>
              {products.map((product) => (
                <Row key={product.id} to={`/products/${product.id}`} record={product} />
              ))}
            </Group>
            <Group title="Texts" hasMore={more.includes('texts')}>
              {texts.map((record) => (
                <Row key={record.id} to={toTextPath(record)} record={record} />
              ))}
            </Group>
            <Group title="Launches" hasMore={more.includes('launches')}>
              {launches.map((launch) => (
                <Row key={launch.id} to={`/launches/${launch.id}`} record={launch} />
              ))}
            </Group>
            <Group title="Customers" hasMore={more.includes('customers')}>
              {customers.map((customer) => (
                <ResultRow key={customer.id} to={`/customers/${customer.id}`} title={customer.name}>
                  <span className="wrap-anywhere text-muted">{customer.email}</span>
                  <AccountBadges customer={customer} />
                </ResultRow>
              ))}
            </Group>
            <Group title="Messages" hasMore={more.includes('messages')}>
              {messages.map(({ number, name, state, excerpt }) => (
                <ResultRow
                  key={number}
                  to={`/messages?number=${number}`}
                  title={`${name}, ${number}`}
                >
                  {state !== 'done' && <Badge>{MESSAGE_STATES[state]}</Badge>}
                  <Excerpt text={excerpt} />
                </ResultRow>
              ))}
            </Group>
            <Group title="Reviews" hasMore={more.includes('reviews')}>
              {reviews.map(({ id, title, author, product, state, excerpt }) => (
                <ResultRow key={id} to={`/reviews?id=${id}`} title={title}>
                  <span className="wrap-anywhere text-muted">
                    {[product, author].filter(Boolean).join(', ')}
                  </span>
                  {state !== 'approved' && <Badge>{REVIEW_STATE_LABELS[state]}</Badge>}
                  <Excerpt text={excerpt} />
                </ResultRow>
              ))}
            </Group>
          </div>
        )
      }}
    </Loaded>
  )
}

/** Those that this member of the team can open. */
function useScreens(text: string): Screen[] {
  const can = useRights()
  const takesOrders = Boolean(useWaiting()?.orders)
  return findScreens(text).filter(
    ({ path, right }) => can(right) && (path !== '/orders' || takesOrders),
  )
}

interface GroupProps {
  title: string
  hasMore?: boolean
  children: ReactNode[]
}

function Group({ title, hasMore, children }: GroupProps) {
  if (children.length === 0) return null
  return (
    <PageSection title={title} className="gap-2">
      <LinedList>{children}</LinedList>
      {hasMore && (
        <p className="text-sm text-muted">There are more: another word shortens the list.</p>
      )}
    </PageSection>
  )
}

interface ResultRowProps {
  to: string
  title: string
  children?: ReactNode
}

const ResultRow = ({ to, title, children }: ResultRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5 text-sm">
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
    >
      {title}
    </Link>
    {children}
  </li>
)

const Row = ({ to, record }: { to: string; record: FoundRecord }) => (
  <ResultRow to={to} title={record.title}>
    {record.isArchived && <Badge>Archived</Badge>}
    <Excerpt text={record.excerpt} />
  </ResultRow>
)

const Excerpt = ({ text }: { text: string }) =>
  text && <span className="min-w-0 wrap-anywhere text-muted">{text}</span>
