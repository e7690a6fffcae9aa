import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { MAX_ORDERS_AT_ONCE } from '#src/contract/values.ts'
import { $orderQueue } from '../app/router.ts'

// The pages about selected orders have their numbers in the address, so that a reload and the way back keep them.

export const toPath = (page: 'slips' | 'labels' | 'dispatch', numbers: readonly string[]): string =>
  `/orders/${page}?orders=${numbers.join(',')}`

/** The numbers of the orders that the page is about. */
export function useOrderNumbers(): string[] {
  const numbers = new URLSearchParams(useSearch()).get('orders')?.split(',') ?? []
  return [...new Set(numbers.filter(Boolean))].slice(0, MAX_ORDERS_AT_ONCE)
}

/** Remembers the orders of a list as it is shown, so that the page of one leads to the next. */
export function useOrderQueue(orders: readonly { number: string }[] | undefined): void {
  useEffect(() => {
    if (orders) $orderQueue.set(orders.map(({ number }) => number))
  }, [orders])
}
