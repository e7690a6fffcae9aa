import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { HOUR_MS } from '#src/rules/constants.ts'
import { orderPath } from '#src/rules/paths.ts'
import { $user } from '#src/stores/session.ts'
import { Notice } from '#src/ui/Notice.tsx'

/** Says in an empty cart or checkout that its pieces have become an order, e.g. in another tab. */
export function PlacedNotice() {
  const user = useStore($user, { ssr: () => null })
  const [now] = useState(Date.now)
  const [latest] = user?.orders ?? []
  if (!latest || now - Date.parse(latest.date) > HOUR_MS) return null
  return (
    <Notice kind="success">
      Your order{' '}
      <a href={orderPath(latest.id)} className="link">
        {latest.id}
      </a>{' '}
      was just placed.
    </Notice>
  )
}
