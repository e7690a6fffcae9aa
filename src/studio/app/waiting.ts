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

/** What waits for the team, read again on each page. */
export function useWaiting(address: string): Waiting | undefined {
  const { data } = useQuery(waitingQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have changed it
  useEffect(() => void reloadWaiting(), [address])
  return data
}
