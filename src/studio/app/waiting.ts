import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { queryClient, request } from './api.ts'

export type Waiting = ResponseBody<'GET /editor/waiting'>

/** Time between two looks while a page stays open. */
const REFETCH_MS = 60_000

const waitingQuery = queryOptions({
  queryKey: ['GET /editor/waiting'],
  queryFn: () => request('GET /editor/waiting'),
  refetchInterval: REFETCH_MS,
})

export const reloadWaiting = (): Promise<void> => queryClient.invalidateQueries(waitingQuery)

/** Counts of the work that waits for the team. */
export const useWaiting = (): Waiting | undefined => useQuery(waitingQuery).data

/** Reads it again on each page. */
export function useReloadWaiting(address: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have changed it
  useEffect(() => void reloadWaiting(), [address])
}

/** The number beside a link of the menu. */
export function countWaiting({ messages, reviews, orders }: Waiting) {
  const { to_dispatch = 0, returns = 0, to_pay_back = 0, refunds = 0 } = orders?.views ?? {}
  return { messages, reviews, orders: to_dispatch + returns + to_pay_back + refunds }
}
