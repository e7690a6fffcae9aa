import { useEffect, useRef, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { listEarlierOrders } from '#src/stores/orders.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { OrderList } from '../account/OrderList.tsx'

interface Props {
  /** The number of the last order that is shown. */
  before: string
}

/** Orders from before those of the profile, some at a time. */
export function EarlierOrders({ before }: Props) {
  const [orders, setOrders] = useState<User['orders']>([])
  const [next, setNext] = useState<string | null>(before)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const list = useRef<HTMLDivElement>(null)
  /** The first order of the newest part gets the focus. */
  const [firstNew, setFirstNew] = useState<number>()
  useEffect(() => {
    if (firstNew === undefined) return
    const items = list.current?.querySelectorAll<HTMLElement>(':scope > ul > li')
    items?.[firstNew]?.querySelector<HTMLElement>('a')?.focus()
  }, [firstNew])
  async function load() {
    if (next === null) return
    setBusy(true)
    const result = await listEarlierOrders(next)
    setBusy(false)
    setError(result.error ?? '')
    if (!result.page) return
    setFirstNew(orders.length)
    setOrders([...orders, ...result.page.orders])
    setNext(result.page.next)
  }
  return (
    <div ref={list} className="flex flex-col gap-6 border-t border-line pt-6 lg:pt-8">
      {orders.length > 0 && <OrderList orders={orders} label="Your earlier orders" />}
      {error && <Notice kind="error">{error}</Notice>}
      {next !== null && (
        <Button variant="secondary" busy={busy} className="self-start" onClick={() => void load()}>
          {busy ? 'Loading...' : 'Show more orders'}
        </Button>
      )}
    </div>
  )
}
