import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { toUrl } from '#src/api-client/call.ts'
import type { OrderCounts } from '#src/contract/editor-orders.ts'
import { ORDER_STATES, ORDER_VIEWS, type OrderState } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { formatInteger } from '#src/rules/money.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { Input } from '#src/ui/Field.tsx'
import { useCall } from '../app/api.ts'
import { $orderSearch } from '../app/router.ts'
import { useWaiting } from '../app/waiting.ts'
import { SearchForm } from '../search/SearchForm.tsx'
import { OptionSelect, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { type ListView, parseListView, toListSearch } from './list-view.ts'
import { OrderRow } from './OrderRow.tsx'
import { toStateBadge, viewLabels } from './order-labels.ts'

/** Every order, found by number, name, email, telephone, SKU or parcel. */
export function OrdersPage() {
  const search = useStore($orderSearch)
  const view = parseListView(useSearch())
  const [, navigate] = useLocation()
  const setView = (change: Partial<ListView>) =>
    navigate(`/orders${toListSearch({ ...view, page: 1, ...change })}`, { replace: true })
  const { states, page } = view
  const body = { search, states, page, ...(view.view ? { view: view.view } : {}) }
  const listed = useCall('POST /editor/orders/search', { body })
  return (
    <Page
      title="Orders"
      actions={
        <div className="flex gap-2 max-sm:hidden">
          <MonthExport />
        </div>
      }
    >
      <ViewTabs view={view} />
      <div className="flex flex-wrap items-start gap-2">
        <div className="max-w-2xl min-w-0 flex-1 basis-72">
          <SearchForm
            label="Search by number, name or email"
            placeholder="Number, name, email, phone, SKU…"
            search={search}
            onSearch={(text) => {
              $orderSearch.set(text)
              setView({})
            }}
          />
        </div>
        <OptionSelect
          label="State"
          value={states.join(',')}
          options={[
            ['', 'Any state'],
            ...ORDER_STATES.map((state) => [state, toStateBadge(state)[1]] as const),
            ...(states.length > 1 ? [[states.join(','), 'Several states'] as const] : []),
          ]}
          onChange={({ target: { value } }) =>
            setView({ states: value ? (value.split(',') as OrderState[]) : [] })
          }
        />
      </div>
      <Loaded from={listed}>
        {({ orders, total, isBounded, pageCount }) => (
          <>
            <p
              role="status"
              className="flex min-h-11 items-center gap-4 text-sm text-muted figures"
            >
              {listed.isPlaceholderData
                ? 'Searching…'
                : total > 0
                  ? `${isBounded ? 'More than ' : ''}${count(total, 'order')}`
                  : toEmptyText(view, search)}
              {(search || toListSearch(view)) && (
                <TextLink to="/orders" replace onClick={() => $orderSearch.set('')}>
                  All orders
                </TextLink>
              )}
            </p>
            <LinedList>
              {orders.map((order) => (
                <OrderRow key={order.number} order={order} hasSlip={view.view === 'to_dispatch'} />
              ))}
            </LinedList>
            <Pager page={page} pageCount={pageCount} onChange={(next) => setView({ page: next })} />
          </>
        )}
      </Loaded>
      {/* On a phone the list comes first: parcels are packed there. */}
      <div className="flex flex-wrap gap-2 sm:hidden">
        <MonthExport />
      </div>
    </Page>
  )
}

function toEmptyText({ view, states }: ListView, search: string): string {
  if (search)
    return `No order of this list has “${search}” in its number, name, email, phone, SKU or parcel.`
  if (view === 'to_dispatch') return 'Every order is dispatched.'
  if (view) return 'Nothing waits here.'
  return states.length > 0 ? 'No order has this state.' : 'Nobody has ordered yet.'
}

/** What waits, with its number; a press shows it. */
function ViewTabs({ view }: { view: ListView }) {
  const counts: OrderCounts | undefined = useWaiting()?.orders
  const tab =
    '-mb-px flex min-h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm hover:border-edge aria-[current]:border-accent aria-[current]:font-semibold'
  return (
    <nav
      aria-label="Lists of orders"
      className="-mx-4 flex gap-6 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <Link to="/orders" replace aria-current={view.view ? undefined : 'page'} className={tab}>
        All
      </Link>
      {ORDER_VIEWS.map((name) => (
        <Link
          key={name}
          to={`/orders?view=${name}`}
          replace
          aria-current={view.view === name ? 'page' : undefined}
          className={tab}
        >
          {viewLabels[name]}
          {Boolean(counts?.views[name]) && (
            <span className="text-muted figures">{formatInteger(counts?.views[name] ?? 0)}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** The orders of a month as a spreadsheet. */
function MonthExport() {
  const today = toIndianDay(Date.now())
  const [month, setMonth] = useState(today.slice(0, 7))
  const isMonth = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month)
  return (
    <>
      <Input
        type="month"
        aria-label="Month of the export"
        placeholder="YYYY-MM"
        max={today.slice(0, 7)}
        value={month}
        onChange={(event) => setMonth(event.target.value)}
        className="w-40"
      />
      <a
        href={isMonth ? toUrl('GET /editor/orders/export', { query: { month } }) : undefined}
        aria-disabled={!isMonth}
        download={`kairavi-orders-${month}.xlsx`}
        className={buttonClass('secondary')}
      >
        Export .xlsx
      </a>
    </>
  )
}
