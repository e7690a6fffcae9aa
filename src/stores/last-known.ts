import type { User } from '#src/contract/account.ts'
import { forget, isRecord, keep, readKept } from './storage.ts'

const KEY = 'kairavi-last'

/** What the header shows before the server has answered. Nothing that tells who it is. */
interface LastKnown {
  /** Pieces in the cart. */
  pieces: number
}

const isLastKnown = (value: unknown): value is LastKnown =>
  isRecord(value) && Number.isInteger(value['pieces']) && Number(value['pieces']) >= 0

export const hasLogin = (): boolean => readKept(KEY, isLastKnown) !== undefined

/** Pieces in the cart when the last page was left. */
export const lastPieces = (): number => readKept(KEY, isLastKnown)?.pieces ?? 0

export function keepLastKnown(user: Pick<User, 'cart'> | null): void {
  if (user) keep(KEY, { pieces: user.cart.length } satisfies LastKnown)
  else forget(KEY)
}

export function keepPieces(pieces: number): void {
  if (hasLogin()) keep(KEY, { pieces } satisfies LastKnown)
}
