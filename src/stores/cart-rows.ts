import { atom, computed } from 'nanostores'
import type { CartItem } from '#src/contract/cart.ts'
import { $cart } from './cart.ts'

/** What is under way for one line of the cart. */
export interface Row {
  /** Pieces pressed for and not yet confirmed; negative when taken away. */
  change: number
  /** Its request runs: the row's buttons rest. */
  busy: boolean
  /** What the row says of its last change. */
  note: string
}

export const calm: Row = { change: 0, busy: false, note: '' }

/** By line id. */
const $rows = atom<Readonly<Record<string, Row>>>({})

export const rowOf = (id: string): Row => $rows.get()[id] ?? calm

export function setRow(id: string, change: Partial<Row>): void {
  $rows.set({ ...$rows.get(), [id]: { ...rowOf(id), ...change } })
}

/** A line as it is shown: what the server confirmed plus what is under way. */
export interface ShownLine extends CartItem {
  busy: boolean
  note: string
}

export const $shownLines = computed([$cart, $rows], ({ lines }, rows): ShownLine[] =>
  lines.map((line) => {
    const { change, busy, note } = rows[line.id] ?? calm
    return { ...line, quantity: line.quantity + change, busy, note }
  }),
)
