import { lazy, Suspense } from 'react'
import type { User } from '#src/contract/account.ts'
import { PROFILE_ORDERS } from '#src/rules/constants.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { OrderList } from './OrderList.tsx'

/** What asks for earlier orders than the profile has; not in the scripts of a shop that has none. */
const EarlierOrders = import.meta.env.PUBLIC_ORDER_PAGE
  ? lazy(async () => {
      const load = () => import('../orders/EarlierOrders.tsx')
      const module = await load()
        .catch(load)
        .catch(() => null)
      return { default: module?.EarlierOrders ?? NotLoaded }
    })
  : undefined

const NotLoaded = (_: { before: string }) => <Notice kind="error">{shopMessages.notLoaded}</Notice>

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
        <Suspense>
          <EarlierOrders before={last.id} />
        </Suspense>
      )}
    </>
  )
}
