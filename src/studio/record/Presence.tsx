import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#src/api-client/call.ts'
import { request } from '../app/api.ts'

/** Less than half the time after which the server forgets an open record. */
export const PRESENCE_INTERVAL_MS = 20_000

type RecordPath = 'products/:id' | 'content/:id' | 'orders/:number'

/** Marks a record as open while it is shown. @returns the others who have it open, and the version of an order. */
export function useOpenRecord(path: RecordPath, id: string, refetchInterval: number) {
  const { data } = useQuery({
    queryKey: [`PUT /editor/${path}/presence`, id],
    queryFn: () => request(`PUT /editor/${path}/presence`, { param: id }),
    refetchInterval,
  })
  useEffect(() => {
    const leave = () => void call(`DELETE /editor/${path}/presence`, { param: id, keepalive: true })
    // A tab that is closed does not unmount.
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [path, id])
  return data
}

interface Props {
  others: readonly { name: string }[] | undefined
  noun: string
}

/** Names the other editors who have a record open. */
export function Others({ others = [], noun }: Props) {
  const names = others.map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p role="status" className="border-s-2 border-accent ps-4 text-sm">
      {names.join(', ')} {names.length === 1 ? 'has' : 'have'} this {noun} open, too.
    </p>
  )
}
