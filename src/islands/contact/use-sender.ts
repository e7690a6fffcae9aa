import { useStore } from '@nanostores/react'
import { $user } from '#src/stores/session.ts'

/** Returns name, address and telephone of a signed-in shopper by the names of the controls. */
export function useSender(): Record<string, string> | undefined {
  const user = useStore($user, { ssr: () => null })
  if (!user) return undefined
  const words = user.displayName.split(/\s+/)
  return {
    firstName: words.slice(0, Math.max(1, words.length - 1)).join(' '),
    lastName: words.slice(1).at(-1) ?? '',
    email: user.email,
    phone: user.phone,
  }
}
