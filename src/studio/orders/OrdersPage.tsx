import { useState } from 'react'
import { Link } from 'wouter'
import { toUrl } from '#src/api-client/call.ts'
import type { OrderCounts } from '#src/contract/editor-orders.ts'
import {
  ORDER_SORTS,
  ORDER_STATES,
  ORDER_VIEWS,
  type OrderSort,
  type OrderState,
  type OrderView,
  PROMISED_VIEWS,
} from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { formatInteger } from '#src/rules/money.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { Input } from '#src/ui/Field.tsx'
import { useCall } from '../app/api.ts'
import {
  defineList,
  inMemory,
  oneOf,
  pageNumber,
  someOf,
  text,
  useListState,
} from '../app/list-state.ts'
import { useRights } from '../app/rights.ts'
import { useWaiting } from '../app/waiting.ts'
import { SearchForm } from '../search/SearchForm.tsx'
import { OptionSelect, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { OrderRow } from './OrderRow.tsx'
import { RARE_VIEWS, toStateBadge, viewLabels } from './order-labels.ts'
import { useOrderQueue } from './order-numbers.ts'
import { SelectedOrders, TickAll, TickBox, useSelection } from './SelectedOrders.tsx'

const ORDERS = defineList({
  /** The search names people. */
  search: inMemory(text()),
  /** A list by more than a state, e.g. of overdue orders. */
  view: oneOf(['', ...ORDER_VIEWS], ''),
  state: someOf(ORDER_STATES),
  /** Empty for the default of the view. */
  sort: oneOf(['', ...ORDER_SORTS], ''),
  page: pageNumber(400),
})

/** Lists the sort orders of a view. The first is its default: what waits longest comes first. */
function listSorts(view: OrderView | ''): readonly OrderSort[] {
  if (!view) return ['newest', 'oldest']
  return PROMISED_VIEWS.includes(view) ? ['oldest', 'promised', 'newest'] : ['oldest', 'newest']
}

/** Every order, found by number, name, email, telephone, SKU or parcel. */
export function OrdersPage() {
  const { state: shown, change } = useListState(ORDERS)
  const { search, view, state: states, page } = shown
  const sorts = listSorts(view)
  const sort = sorts.find((name) => name === shown.sort)
  const body = { search, states, page, ...(view && { view }), ...(sort && { sort }) }
  const listed = useCall('POST /editor/orders/search', { body })
  const [selected, setSelected] = useSelection()
  useOrderQueue(listed.data?.orders)
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
            onSearch={(text) => change({ search: text })}
          />
        </div>
        {!search && (
          <OptionSelect
            label="Sort"
            value={sort ?? sorts[0]}
            options={sorts.map((name) => [name, sortLabels[name]])}
            onChange={({ target }) =>
              change({ sort: sorts.slice(1).find((name) => name === target.value) ?? '' })
            }
          />
        )}
        <OptionSelect
          label="State"
          value={states.join(',')}
          options={[
            ['', 'Any state'],
            ...ORDER_STATES.map((state) => [state, toStateBadge(state)[1]] as const),
            ...(states.length > 1 ? [[states.join(','), 'Several states'] as const] : []),
          ]}
          onChange={({ target: { value } }) =>
            change({ state: value ? (value.split(',') as OrderState[]) : [] })
          }
        />
      </div>
      <Loaded from={listed}>
        {({ orders, total, isBounded, pageCount }) => (
          <>
            <div className="flex min-h-11 flex-wrap items-center gap-x-4 text-sm">
              {orders.length > 0 && (
                <TickAll orders={orders} selected={selected} onSelect={setSelected} />
              )}
              <p role="status" className="text-muted figures">
                {listed.isPlaceholderData
                  ? 'Searching…'
                  : total > 0
                    ? `${isBounded ? 'More than ' : ''}${count(total, 'order')}`
                    : toEmptyText(shown)}
              </p>
              {view === 'to_collect' && (
                <TextLink to="/orders/cash">Compare with the courier’s sheet</TextLink>
              )}
              {(search || ORDERS.toQuery(shown)) && (
                <TextLink to="/orders" replace onClick={() => ORDERS.remember({ search: '' })}>
                  All orders
                </TextLink>
              )}
            </div>
            <LinedList>
              {orders.map((order) => (
                <OrderRow
                  key={order.number}
                  order={order}
                  hasSlip={view === 'to_dispatch'}
                  tick={
                    <TickBox
                      label={`Select ${order.number}`}
                      isTicked={selected.has(order.number)}
                      onTick={(isTicked) =>
                        setSelected(isTicked ? [order] : [], isTicked ? [] : [order.number])
                      }
                    />
                  }
                />
              ))}
            </LinedList>
            <SelectedOrders selected={selected} onSelect={setSelected} />
            <Pager
              page={page}
              pageCount={pageCount}
              labels={['Previous', 'Next']}
              onChange={(next) => change({ page: next })}
            />
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

function toEmptyText({ search, view, state }: typeof ORDERS.first): string {
  if (search)
    return `No order of this list has “${search}” in its number, name, email, phone, SKU or parcel.`
  if (view === 'to_dispatch') return 'Every order is dispatched.'
  if (view) return 'Nothing waits here.'
  return state.length > 0 ? 'No order has this state.' : 'Nobody has ordered yet.'
}

const sortLabels: Record<OrderSort, string> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  promised: 'First promised day first',
}

/** What waits, with its number; a press shows it. */
function ViewTabs({ view: current }: { view: OrderView | '' }) {
  const counts: OrderCounts | undefined = useWaiting()?.orders
  const tab =
    '-mb-px flex min-h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm hover:border-edge aria-[current]:border-accent aria-[current]:font-semibold'
  return (
    <nav
      aria-label="Lists of orders"
      className="-mx-4 flex gap-6 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <Link to="/orders" replace aria-current={current ? undefined : 'page'} className={tab}>
        All
      </Link>
      {ORDER_VIEWS.filter(
        (name) => !RARE_VIEWS.includes(name) || current === name || Boolean(counts?.views[name]),
      ).map((name) => (
        <Link
          key={name}
          to={`/orders?view=${name}`}
          replace
          aria-current={current === name ? 'page' : undefined}
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
  const can = useRights()
  const today = toIndianDay(Date.now())
  const [month, setMonth] = useState(today.slice(0, 7))
  const isMonth = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month)
  if (!can('books')) return null
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
        download={`kairavi-books-${month}.xlsx`}
        className={buttonClass('secondary')}
      >
        Export .xlsx
      </a>
    </>
  )
}
