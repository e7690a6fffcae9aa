import { call } from '#src/api-client/call.ts'
import type { Outcome } from '#src/api-client/outcome.ts'
import type { CartItem } from '#src/contract/cart.ts'
import type { SuccessResponse } from '#src/contract/responses.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { askToLogIn } from './ask-login.ts'
import { $cart, changeBegins, changeEnds, changeLines } from './cart.ts'
import { lowerCartCount, piecesSettled, piecesUnderWay } from './cart-count.ts'
import { rowOf, setRow } from './cart-rows.ts'
import { answered, keyFor } from './gesture.ts'
import { $user, currentUser, whoIsUnknown } from './session.ts'
import { tellTabs } from './tabs.ts'
import { say } from './toasts.ts'

/** Time a burst of presses may pause before it is sent, in milliseconds. */
const BURST_MS = 350

type Line = Pick<CartItem, 'id'>

const words = shopMessages.cart
const bursts = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Steps the quantity of a line, shown at once. A burst of presses is sent as one signed change,
 * under one key. Never below 1 or above the most that can be had.
 * @param step +1 or -1.
 */
export async function changeQuantity({ id }: Line, step: number): Promise<void> {
  const refuse = () => refuseVisitor(words.signInToUpdate, words.updateFailed)
  if (!(await currentUser())) return refuse()
  const { change, busy } = rowOf(id)
  if (busy || !mayStep(id, step)) return
  setRow(id, { change: change + step, note: '' })
  piecesUnderWay(step)
  clearTimeout(bursts.get(id))
  bursts.set(
    id,
    setTimeout(() => void sendBurst(id), BURST_MS),
  )
}

function mayStep(id: string, step: number): boolean {
  const line = $cart.get().lines.find((one) => one.id === id)
  if (!line) return false
  const shown = line.quantity + rowOf(id).change
  return step > 0 ? shown < line.maxQuantity : shown > 1
}

async function sendBurst(id: string): Promise<void> {
  clearTimeout(bursts.get(id))
  bursts.delete(id)
  const { change } = rowOf(id)
  const uid = $user.get()?.uid
  if (change === 0 || !uid) return
  setRow(id, { busy: true })
  changeBegins()
  const request = `PATCH /cart/${id} ${change}`
  const outcome = await call('PATCH /cart/:id', {
    param: id,
    body: { change },
    idempotencyKey: keyFor(request),
    keepalive: true,
  })
  if (outcome.kind !== 'failed') answered(request)
  const taken = outcome.kind === 'ok'
  if (taken)
    changeLines((lines) =>
      lines.map((line) => (line.id === id ? { ...line, quantity: line.quantity + change } : line)),
    )
  if ($user.get()?.uid === uid) piecesSettled(change, taken)
  setRow(id, { change: 0, busy: false, note: taken ? words.rowUpdated : words.updateRejected })
  tellUpdate(outcome)
  void changeEnds()
}

function tellUpdate(outcome: Outcome<SuccessResponse>): void {
  if (outcome.kind === 'ok') {
    say.success(outcome.body.message || words.updated)
    tellTabs('cart')
  } else if (outcome.kind === 'failed') say.error(words.updateFailed)
  else if (outcome.status === 401) refuseVisitor(words.signInToUpdate, words.updateFailed)
  else say.error(outcome.message ?? words.updateRejected)
}

/**
 * Takes a line out. The count goes down by 1, as specified, and is followed at once by the
 * refetched cart, whose sum is what stays (spec §4; decisions, Remove).
 */
export async function removeLine({ id }: Line): Promise<void> {
  const refuse = () => refuseVisitor(words.signInToManage, words.removeFailed)
  if (!(await currentUser())) return refuse()
  if (rowOf(id).busy) return
  forgetBurst(id)
  setRow(id, { busy: true, note: '' })
  changeBegins()
  const outcome = await call('DELETE /cart/:id', { param: id, keepalive: true })
  setRow(id, { busy: false })
  if (outcome.kind === 'ok') {
    changeLines((lines) => lines.filter((line) => line.id !== id))
    lowerCartCount()
    say.success(words.removed)
    tellTabs('cart')
  } else if (outcome.kind === 'failed') say.error(words.removeFailed)
  else if (outcome.status === 401) refuse()
  else say.error(outcome.message ?? words.removeRejected)
  await changeEnds()
}

/** Takes back what was pressed for and not yet sent. */
function forgetBurst(id: string): void {
  clearTimeout(bursts.get(id))
  bursts.delete(id)
  piecesUnderWay(-rowOf(id).change)
  setRow(id, { change: 0 })
}

function refuseVisitor(signIn: string, broke: string): void {
  if (whoIsUnknown()) say.error(broke)
  else askToLogIn(signIn)
}

// What was pressed for is sent even when the page is left at once.
if (typeof addEventListener !== 'undefined')
  addEventListener('pagehide', () => {
    for (const id of bursts.keys()) void sendBurst(id)
  })
