import { atom } from 'nanostores'
import { isRecord } from './storage.ts'

/**
 * Pieces in the cart: what the server confirmed plus what is still under way. Never below zero
 * (spec §3, §4).
 */
export const $cartCount = atom(0)

let confirmed = 0
let underWay = 0

function show(): void {
  $cartCount.set(Math.max(0, confirmed + underWay))
}

/** Sets the confirmed count, e.g. to the sum of quantities. */
export function setCartCount(count: number): void {
  confirmed = Math.max(0, count)
  show()
}

/**
 * Sets the confirmed count from a list: lines by their quantities, anything else as one piece each.
 * What is not a list is ignored.
 */
export function setCartCountFrom(list: unknown): void {
  if (Array.isArray(list))
    setCartCount(list.reduce((sum: number, piece) => sum + piecesOf(piece), 0))
}

const piecesOf = (piece: unknown): number => {
  const quantity = isRecord(piece) ? piece['quantity'] : 1
  return typeof quantity === 'number' && quantity > 0 ? quantity : 1
}

/** @public The other half of the count's verbs (spec §4). */
export const raiseCartCount = (by = 1): void => setCartCount(confirmed + by)
export const lowerCartCount = (by = 1): void => setCartCount(confirmed - by)

export function resetCartCount(): void {
  underWay = 0
  setCartCount(0)
}

/** Pieces asked for and not yet answered; negative when taken away. */
export function piecesUnderWay(change: number): void {
  underWay += change
  show()
}

/** What was under way is over: `taken` when the server did it. */
export function piecesSettled(change: number, taken: boolean): void {
  underWay -= change
  setCartCount(confirmed + (taken ? change : 0))
}
