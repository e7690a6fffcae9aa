import { isRecord } from './storage.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * The token of a mailed link. It leaves the address bar at once, so that no bookmark, history entry
 * or screenshot gives it away, and stays with the entry itself so that a reload still knows it.
 */
export function takeLinkToken(): string | null {
  const state: unknown = history.state
  const kept = isRecord(state) && isText(state['token']) ? state['token'] : null
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (!token) return kept
  url.searchParams.delete('token')
  history.replaceState({ ...(isRecord(state) ? state : {}), token }, '', url)
  return token
}

/** The token has done its work. */
export function dropLinkToken(): void {
  const state: unknown = history.state
  if (!isRecord(state)) return
  const { token: _, ...rest } = state
  history.replaceState(rest, '')
}
