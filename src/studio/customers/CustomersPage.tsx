import { Link } from 'wouter'
import type { Customer } from '#src/contract/customers.ts'
import { count } from '#src/rules/count.ts'
import { formatShortDay, toIndianDay } from '#src/rules/dates.ts'
import { useCall } from '../app/api.ts'
import { useListState } from '../app/list-state.ts'
import { SearchForm } from '../search/SearchForm.tsx'
import { Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { AccountBadges } from './AccountBadges.tsx'
import { CUSTOMERS } from './customer-list.ts'

/** Every account, found by name, email, telephone or order number. */
export function CustomersPage() {
  const { state, change } = useListState(CUSTOMERS)
  const { search, page } = state
  const listed = useCall('POST /editor/customers/search', { body: { search, page } })
  return (
    <Page title="Customers">
      <SearchForm
        label="Search by name, email or order number"
        placeholder="Name, email, phone or order number"
        search={search}
        onSearch={(text) => change({ search: text })}
      />
      <Loaded from={listed}>
        {({ customers, total, pageCount }) => (
          <>
            <p role="status" className="text-sm text-muted figures">
              {listed.isPlaceholderData
                ? 'Searching…'
                : total > 0
                  ? count(total, 'account')
                  : search
                    ? `No account has “${search}” in its name, email or phone, or as the number of an order.`
                    : 'There is no account yet.'}
            </p>
            <LinedList>
              {customers.map((customer) => (
                <CustomerRow key={customer.id} customer={customer} />
              ))}
            </LinedList>
            <Pager page={page} pageCount={pageCount} onChange={(next) => change({ page: next })} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const CustomerRow = ({ customer }: { customer: Customer }) => (
  <li className="grid items-center gap-x-6 border-b border-line py-2 text-sm max-md:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)_9rem_5rem]">
    <Link
      to={`/customers/${customer.id}`}
      className="flex min-h-11 items-center font-medium wrap-anywhere underline-offset-4 hover:underline max-md:col-span-2"
    >
      {customer.name}
    </Link>
    <span className="wrap-anywhere max-md:col-span-2">{customer.email}</span>
    <span className="flex flex-wrap gap-1.5 max-md:col-span-2 max-md:py-2">
      <AccountBadges customer={customer} />
    </span>
    <span className="text-muted">{`Since ${formatShortDay(toIndianDay(customer.createdAt))}`}</span>
    <span className="text-end text-muted figures">{count(customer.orderCount, 'order')}</span>
  </li>
)
