import { atom } from 'nanostores'
import type { CartItem, WithdrawnItem } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { ChoiceState } from '#src/contract/values.ts'
import {
  canBuy,
  countAvailable,
  formatVariant,
  getLineLimit,
  toLineSummary,
} from '#src/rules/cart-line.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { formatRupees } from '#src/rules/money.ts'
import { isOfferText } from '#src/rules/product/options.ts'
import { $uid } from './session.ts'
import { defineKey, readItem, removeItem, SHOWN_PRICES_KEY, setItem } from './storage.ts'

// Changes since the shopper last saw the cart, on this page or on earlier pages of this device.

const messages = cartChangeMessages.change

/** A line as it was shown. */
interface SeenLine {
  /** `withdrawn`: its product was not on sale. */
  state: ChoiceState | 'withdrawn'
  price: number
  /** How many of it could be bought, if fewer than its quantity. */
  left?: number
  /** Its fixed traits; absent in a line that an earlier release has noted. */
  traits?: Variant
}

export interface CartChange {
  /** Id of the line. */
  id: string
  /** The piece, with its choice. */
  title: string
  /** The change, with the old and the new value. */
  text: string
}

/** Changes since the shopper last saw the cart, until the page is left. */
export const $cartChanges = atom<readonly CartChange[]>([])

const KEY = defineKey('kairavi-cart-seen', 'until logout')

type SeenLines = Readonly<Record<string, SeenLine>>

const isSeenLine = (line: unknown): boolean =>
  isRecord(line) && typeof line['state'] === 'string' && typeof line['price'] === 'number'

const isSeen = (value: unknown): value is { uid: string; lines: SeenLines } =>
  isRecord(value) &&
  typeof value['uid'] === 'string' &&
  isRecord(value['lines']) &&
  Object.values(value['lines']).every(isSeenLine)

/** The lines that this page has shown, whatever other tabs have shown meanwhile. */
const $seen = atom<{ uid: string; lines: SeenLines } | undefined>()

function readSeen(uid: string): SeenLines {
  const seen = $seen.get()
  if (seen?.uid === uid) return seen.lines
  const stored = readItem(KEY, isSeen)
  return stored?.uid === uid ? stored.lines : {}
}

function setSeen(uid: string, lines: SeenLines): void {
  $seen.set({ uid, lines })
  setItem(KEY, { uid, lines })
}

/** Forgets how a line was shown, once the shopper has changed it. */
export function forgetLine(id: string): void {
  const uid = $uid.get()
  if (uid === null) return
  const { [id]: _, ...lines } = readSeen(uid)
  setSeen(uid, lines)
}

/** Traits that the shopper has not chosen. */
const pickTraits = ({ variant, options }: CartItem): Variant =>
  Object.fromEntries(
    Object.entries(variant).filter(
      ([name]) => !isOfferText(name) && !options.some((option) => option.name === name),
    ),
  )

const toSeenLine = (line: CartItem): SeenLine => ({
  state: line.state,
  price: toLineSummary(line).price,
  ...(line.state === 'available' && !canBuy(line) && { left: countAvailable(line) }),
  traits: pickTraits(line),
})

/** A line as it was added. The shopper has seen this if nothing was noted since. */
const toAddedLine = (line: CartItem): SeenLine => {
  const seen = toSeenLine(line)
  return { ...seen, traits: { ...seen.traits, ...line.former } }
}

/** The changes of a line, the most important first; undefined without one. */
function describeChange(
  before: SeenLine,
  now: SeenLine,
  line: CartItem,
  lines: readonly CartItem[],
): string | undefined {
  const texts: string[] = []
  if (now.state !== before.state) texts.push(messages[now.state])
  else if (now.left !== undefined && now.left !== before.left) {
    const { inStock, max } = getLineLimit(line, lines)
    texts.push(messages[inStock > max ? 'limit' : 'fewer'](line.quantity, now.left))
  }
  const hasPrices = before.state !== 'notOffered' && now.state !== 'notOffered'
  if (hasPrices && now.price !== before.price)
    texts.push(messages.price(formatRupees(before.price), formatRupees(now.price)))
  for (const [name, value] of Object.entries(now.traits ?? {})) {
    const was = before.traits?.[name]
    if (was !== undefined && was !== value) texts.push(messages.trait(name, was, value))
  }
  return texts.length > 0 ? texts.join(' ') : undefined
}

const toTitle = (title: string, variant: CartItem['variant']): string =>
  [title, formatVariant(variant)].filter(Boolean).join(', ')

const isRows = (value: unknown): value is unknown[][] =>
  Array.isArray(value) && value.every(Array.isArray)

const toLineName = (productId: unknown, variant: unknown): string =>
  JSON.stringify([productId, isRecord(variant) && Object.entries(variant).sort()])

/** Lines that were added since the cart was shown, with the price that the press has shown; once. */
function takeShownPrices(lines: readonly CartItem[]): SeenLines {
  const kept = readItem(SHOWN_PRICES_KEY, isRows) ?? []
  const prices = new Map(kept.map(([id, variant, price]) => [toLineName(id, variant), price]))
  removeItem(SHOWN_PRICES_KEY)
  const shown = lines.flatMap((line): [string, SeenLine][] => {
    const price = prices.get(toLineName(line.productId, line.variant))
    return typeof price === 'number' ? [[line.id, { ...toAddedLine(line), price }]] : []
  })
  return Object.fromEntries(shown)
}

/** Notes lines whose current state was never shown. */
export function noteLines(lines: readonly CartItem[]): void {
  const uid = $uid.get()
  if (uid === null) return
  const added = Object.fromEntries(lines.map((line) => [line.id, toAddedLine(line)]))
  setSeen(uid, { ...added, ...takeShownPrices(lines), ...readSeen(uid) })
}

/** Tells each change once, and notes the lines that are shown now. */
export function compareLines(
  lines: readonly CartItem[],
  withdrawn: readonly WithdrawnItem[],
): void {
  const uid = $uid.get()
  if (uid === null) return
  const before = { ...takeShownPrices(lines), ...readSeen(uid) }
  const now: Record<string, SeenLine> = {}
  const changes: CartChange[] = []
  for (const line of lines) {
    const current = toSeenLine(line)
    const added = toAddedLine(line)
    const seen = before[line.id] ?? added
    const traits = { ...added.traits, ...seen.traits }
    now[line.id] = current
    const text = describeChange({ ...seen, traits }, current, line, lines)
    if (text) changes.push({ id: line.id, title: toTitle(line.title, line.variant), text })
  }
  for (const { id, title, variant } of withdrawn) {
    const former = before[id]
    if (!former) continue
    now[id] = { ...former, state: 'withdrawn' }
    if (former.state !== 'withdrawn')
      changes.push({ id, title: toTitle(title, variant), text: messages.withdrawn })
  }
  setSeen(uid, now)
  if (changes.length === 0) return
  const ids = new Set(changes.map(({ id }) => id))
  $cartChanges.set([...$cartChanges.get().filter(({ id }) => !ids.has(id)), ...changes])
}
