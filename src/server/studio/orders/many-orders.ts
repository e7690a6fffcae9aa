import type { z } from 'zod'
import type { OrderStepsAnswer, orderStepsRequest } from '#src/contract/editor-orders.ts'
import { count } from '#src/rules/count.ts'
import { formatRupees, toPaise, toRupees } from '#src/rules/money.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { retryConflicts } from '../../core/retry-conflicts.ts'
import {
  dispatchOrder,
  PARCEL_STEP_EFFECTS,
  PLAIN_STEP_EFFECTS,
} from '../../shop/orders/order-steps.ts'
import { type OrderTransaction, runOrderChange } from '../../shop/orders/order-transaction.ts'
import { lockOrder } from '../../shop/orders/queries.ts'
import { undoStep } from '../../shop/orders/undo-step.ts'

type StepsRequest = z.output<typeof orderStepsRequest>

/** The step of one order, with its line in the audit log. */
interface OneStep {
  number: string
  subject: string
  change: (transaction: OrderTransaction) => Promise<unknown>
}

export const toDispatchSubject = (number: string, carrier: string): string =>
  `Dispatched the order ${number} by ${carrier}`

function toSteps(request: StepsRequest): OneStep[] {
  if (request.step === 'dispatch') {
    const { carrier, orders } = request
    return orders.map(({ number, trackingNumber }) => ({
      number,
      subject: toDispatchSubject(number, carrier),
      change: (transaction) => dispatchOrder(transaction, number, { carrier, trackingNumber }),
    }))
  }
  if (request.step === 'undo') {
    const { undoes, orders } = request
    return orders.map(({ number }) => ({
      number,
      subject: `Took a step of the order ${number} back (${undoes})`,
      change: (transaction) => undoStep(transaction, number, undoes),
    }))
  }
  const { step } = request
  return request.orders.map(({ number, ...rest }) => ({
    number,
    subject: `${PLAIN_STEP_EFFECTS[step].subject} ${number}`,
    change: async (transaction) => {
      const { amount, parcelId } = rest as { amount?: number; parcelId?: string }
      const before = await lockOrder(transaction.db, { number })
      const order = await (parcelId === undefined
        ? PLAIN_STEP_EFFECTS[step].change(transaction, number)
        : PARCEL_STEP_EFFECTS.collect.change(transaction, parcelId))
      const due = order.collected_paise - (before?.collected_paise ?? 0)
      if (parcelId !== undefined && order.id !== before?.id)
        throw new HttpError(404, 'There is no such parcel.')
      if (amount !== undefined && toPaise(amount) !== due)
        throw new HttpError(
          409,
          `${formatRupees(toRupees(due))} is to be collected for this order.`,
        )
    },
  }))
}

const MESSAGES: Record<StepsRequest['step'], string> = {
  dispatch: 'dispatched',
  deliver: 'delivered',
  collect: 'paid in cash',
  pack: 'packed',
  unpack: 'not packed',
  undo: 'as before',
}

/**
 * Takes a step of many orders, one after the other. Each has its own transaction and its own guard, so that a refusal
 * stops no other one. A repeat finds the orders changed and is refused for each.
 * @param toMessage the sentence for an error.
 */
export async function takeSteps(
  deps: Deps,
  actorId: string,
  request: StepsRequest,
  toMessage: (error: Error) => string,
): Promise<OrderStepsAnswer> {
  const taken: string[] = []
  const refused: OrderStepsAnswer['refused'] = []
  for (const { number, subject, change } of toSteps(request))
    try {
      await retryConflicts(() =>
        runOrderChange(
          deps,
          async (transaction) => {
            await change(transaction)
            const { db, now } = transaction
            await insertAuditEntry(db, { at: now, actor_id: actorId, action: 'orders', subject })
          },
          actorId,
        ),
      )
      taken.push(number)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      refused.push({ number, message: toMessage(error) })
    }
  const are = taken.length === 1 ? 'is' : 'are'
  const rest = refused.length > 0 ? ` ${count(refused.length, 'order')} could not be changed.` : ''
  const message = `${count(taken.length, 'order')} ${are} ${MESSAGES[request.step]}.${rest}`
  return { success: true, message, taken, refused }
}
