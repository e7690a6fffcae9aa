import { atom } from 'nanostores'
import type { Role } from '#src/contract/values.ts'
import { loginPath } from '#src/rules/paths.ts'
import { call, onUnauthorized } from './api.ts'

export interface StaffMember {
  uid: string
  name: string
  role: Role
}

/** Who is signed in; `ended` when the session is over, `failed` without an answer, `loading` before. */
export const $session = atom<StaffMember | 'loading' | 'failed' | 'ended'>('loading')

onUnauthorized(() => $session.set('ended'))

export async function loadSession(): Promise<void> {
  const result = await call('GET /users/getUserProfile')
  if (!result.ok) {
    if ($session.get() === 'loading') $session.set('failed')
    return
  }
  const { user } = result.body
  if (!user || user.role === 'customer') $session.set('ended')
  else $session.set({ uid: user.uid, name: user.displayName, role: user.role })
}

/** The login page, which returns here. */
export const loginHref = (): string => loginPath(location.pathname + location.search)
