import { lazy, Suspense } from 'react'
import type { User } from '#src/contract/account.ts'
import { PROFILE_ORDERS } from '#src/rules/constants.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { importTwice } from '#src/ui/lazy-module.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { OrderList } from './OrderList.tsx'

/** Loads earlier orders than the profile has. A shop without orders has no script of it. */
const EarlierOrders = import.meta.env.PUBLIC_ORDER_PAGE
  ? lazy(async () => {
      const { EarlierOrders } = await importTwice(() => import('../orders/EarlierOrders.tsx'))
      return { default: EarlierOrders }
    })
  : undefined

/** The orders of the user, the newest first. */
export function OrdersPanel({ orders }: Pick<User, 'orders'>) {
  const last = orders.at(-1)
  if (!last)
    return (
      <EmptyState
        title={accountMessages.account.noOrders}
        action={<ButtonLink href={paths.shop}>Start Shopping</ButtonLink>}
      />
    )
  return (
    <>
      <OrderList orders={orders} label="Your orders" />
      {import.meta.env.PUBLIC_ORDER_PAGE && EarlierOrders && orders.length >= PROFILE_ORDERS && (
        <ErrorBoundary fallback={<Notice kind="error">{shopMessages.notLoaded}</Notice>}>
          <Suspense>
            <EarlierOrders before={last.id} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
