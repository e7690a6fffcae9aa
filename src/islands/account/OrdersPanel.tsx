import type { User } from '#src/contract/account.ts'
import { formatDate } from '#src/rules/dates.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { formatRupees } from '#src/rules/money.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

export function OrdersPanel({ orders }: Pick<User, 'orders'>) {
  if (orders.length === 0)
    return (
      <EmptyState
        title={accountMessages.account.noOrders}
        action={<ButtonLink href={paths.shop}>Start Shopping</ButtonLink>}
      />
    )
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">Your orders</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="py-3 pe-4 text-start font-normal">
            Order
          </th>
          <th scope="col" className="py-3 pe-4 text-start font-normal">
            Date
          </th>
          <th scope="col" className="py-3 text-end font-normal">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ id, date, total, state, items = [] }) => (
          <tr key={id} className="border-t border-line align-baseline">
            <th scope="row" className="py-5 pe-4 text-start font-medium wrap-anywhere">
              {id}
              {items.map(({ slug, title, quantity }) => (
                <a
                  key={slug}
                  href={productPath(slug)}
                  className="block py-1 text-body-sm font-normal text-muted hover:underline"
                >
                  {title}
                  {quantity > 1 && `, ${quantity} pieces`}
                </a>
              ))}
            </th>
            <td className="py-5 pe-4">
              {formatDate(date)}
              {state && <span className="block py-1 text-body-sm text-accent">{state}</span>}
            </td>
            <td className="py-5 text-end figures">{formatRupees(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
