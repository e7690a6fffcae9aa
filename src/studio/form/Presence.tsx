import { useEffect, useState } from 'react'
import { call, toUrl } from '../api.ts'

/** Less than half of the time for which the server remembers it. */
const INTERVAL_MS = 20_000

/** Who else has this product open. */
export function Presence({ id }: { id: string }) {
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    const tell = async () => {
      const result = await call('PUT /editor/products/:id/presence', { id })
      if (result.ok) setNames(result.body.others.map(({ name }) => name))
    }
    void tell()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void tell()
    }, INTERVAL_MS)
    return () => {
      clearInterval(timer)
      // The tab may be closing.
      const url = toUrl('DELETE /editor/products/:id/presence', { id })
      void fetch(url, { method: 'DELETE', keepalive: true }).catch(() => undefined)
    }
  }, [id])
  if (names.length === 0) return null
  return (
    <p role="status" className="border-s-2 border-accent ps-4 text-sm">
      {names.join(', ')} {names.length === 1 ? 'has' : 'have'} this product open, too.
    </p>
  )
}
