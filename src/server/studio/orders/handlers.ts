import { PLAIN_STEPS, type PlainStep, XLSX_TYPE } from '#src/contract/values.ts'
import { insertAuditEntry, insertHourlyAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { toHttpError } from '../../core/http/error-handler.ts'
import type { Caller, Handlers } from '../../core/http/mount.ts'
import { receiveTransfer } from '../../shop/orders/bank-transfer.ts'
import {
  addCustomerNote,
  correctDeliveryByStaff,
  correctShipment,
  reduceByStaff,
} from '../../shop/orders/corrections.ts'
import { toEditorOrder, toVersion } from '../../shop/orders/order-answers.ts'
import { decideReturn, findReturnName } from '../../shop/orders/order-returns.ts'
import {
  cancelByStaff,
  dispatchOrder,
  orderNotFound,
  PARCEL_STEP_EFFECTS,
  PLAIN_STEP_EFFECTS,
  returnParcel,
} from '../../shop/orders/order-steps.ts'
import { changeOrder, type OrderTransaction } from '../../shop/orders/order-transaction.ts'
import { readPapers } from '../../shop/orders/paper.ts'
import { countEvents, findOrder, lockOrder } from '../../shop/orders/queries.ts'
import {
  finishRefundByStaff,
  refundByStaff,
  repeatRefundByStaff,
} from '../../shop/orders/staff-refunds.ts'
import { updateOrder } from '../../shop/orders/state-queries.ts'
import type { OrderRow } from '../../shop/orders/tables.ts'
import { undoStep } from '../../shop/orders/undo-step.ts'
import { openRecord } from '../products/service.ts'
import { deleteOpenRecord } from '../save/queries.ts'
import { exportBooks } from './export.ts'
import { listOrders } from './list-orders.ts'
import { takeSteps, toDispatchSubject } from './many-orders.ts'

interface StepRequest {
  caller: Caller
  db: Db
  afterCommit: (callback: () => void) => void
}

/** Handlers of the order desk. Each step is in the audit log, in the transaction of the step. */
export function editorOrderHandlers(deps: Deps) {
  const toEntry = ({ userId }: Caller, subject: string) => ({
    at: deps.now(),
    actor_id: userId,
    action: 'orders',
    subject,
  })

  async function take(
    { caller, db, afterCommit }: StepRequest,
    change: (transaction: OrderTransaction) => Promise<OrderRow>,
    message: string,
    toSubject: (order: OrderRow) => string,
  ) {
    const actor = { actorId: caller.userId, afterCommit }
    const order = await changeOrder(deps, db, actor, async (transaction) => {
      const changed = await change(transaction)
      await insertAuditEntry(db, toEntry(caller, toSubject(changed)))
      return changed
    })
    return {
      success: true as const,
      message,
      order: await toEditorOrder(deps, db, order, caller.role),
    }
  }

  /** Nothing is shown that is not in the log. */
  async function open(caller: Caller, db: Db, number: string): Promise<OrderRow> {
    const order = await findOrder(db, { number })
    if (!order) throw orderNotFound()
    await insertHourlyAuditEntry(db, toEntry(caller, `Opened the order ${number}`))
    return order
  }

  const takePlainStep =
    ({ change, message, subject }: typeof PLAIN_STEP_EFFECTS.deliver) =>
    ({ param, ...request }: StepRequest & { param: string }) => {
      return take(
        request,
        (transaction) => change(transaction, param),
        message,
        ({ number }) => `${subject} ${number}`,
      )
    }
  const plainSteps = Object.fromEntries(
    PLAIN_STEPS.map((step) => [
      `POST /editor/orders/:number/${step}`,
      takePlainStep(PLAIN_STEP_EFFECTS[step]),
    ]),
  ) as Record<`POST /editor/orders/:number/${PlainStep}`, ReturnType<typeof takePlainStep>>

  return {
    'POST /editor/orders/search': async ({ caller, body, db }) => {
      await insertHourlyAuditEntry(db, toEntry(caller, 'Looked at the list of orders'))
      return listOrders(deps, body)
    },
    'GET /editor/orders/export': async ({ caller, query, c }) => {
      await insertAuditEntry(deps.db, toEntry(caller, `Exported the books of ${query.month}`))
      return c.body(Uint8Array.from(await exportBooks(deps, query.month)), 200, {
        'Content-Type': XLSX_TYPE,
        'Content-Disposition': `attachment; filename="kairavi-books-${query.month}.xlsx"`,
      })
    },
    'GET /editor/orders/:number': async ({ caller, param, db }) => ({
      order: await toEditorOrder(deps, db, await open(caller, db, param), caller.role),
    }),
    'PUT /editor/orders/:number/presence': async ({ caller, param }) => {
      const order = await findOrder(deps.db, { number: param })
      if (!order) throw orderNotFound()
      return {
        ...(await openRecord(deps, order.id, caller.userId)),
        version: toVersion(order, await countEvents(deps.db, order.id)),
      }
    },
    'DELETE /editor/orders/:number/presence': async ({ caller, param }) => {
      const order = await findOrder(deps.db, { number: param })
      if (!order) throw orderNotFound()
      await deleteOpenRecord(deps.db, order.id, caller.userId)
      return { success: true, message: 'The order is closed.' }
    },
    'POST /editor/orders/papers': async ({ caller, body, db }) => {
      const papers: Awaited<ReturnType<typeof readPapers>>[] = []
      for (const number of body.numbers)
        papers.push(await readPapers(deps, db, await open(caller, db, number)))
      return { papers }
    },
    'POST /editor/orders/steps': ({ caller, body, c }) =>
      takeSteps(deps, caller.userId, body, (error) => toHttpError(error, c, deps.log).message),
    'PUT /editor/orders/:number/note': ({ param, body, ...request }) =>
      deps.db.transaction().execute((db) =>
        take(
          { ...request, db },
          async ({ db }) => {
            const order = await lockOrder(db, { number: param })
            if (!order) throw orderNotFound()
            return updateOrder(db, order, body)
          },
          'The note is saved.',
          ({ number }) => `Changed the note on the order ${number}`,
        ),
      ),
    'POST /editor/orders/:number/notes': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => addCustomerNote(transaction, param, body),
        'The customer can read the note.',
        ({ number }) => `Wrote a note to the customer of the order ${number}`,
      ),
    'POST /editor/orders/:number/receive': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => receiveTransfer(transaction, param, body),
        'The transfer is recorded.',
        ({ number }) => `Recorded the transfer ${body.reference} for the order ${number}`,
      ),
    'POST /editor/orders/:number/dispatch': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => dispatchOrder(transaction, param, body),
        'The parcel is dispatched.',
        ({ number }) => toDispatchSubject(number, body.carrier),
      ),
    ...plainSteps,
    'POST /editor/orders/:number/undo': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => undoStep(transaction, param, body.step),
        'The step is taken back.',
        ({ number }) => `Took a step of the order ${number} back (${body.step})`,
      ),
    'PUT /editor/orders/:number/delivery': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => correctDeliveryByStaff(transaction, param, body),
        'The order is corrected.',
        ({ number }) => `Corrected the delivery of the order ${number}`,
      ),
    'PUT /editor/shipments/:id': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => correctShipment(transaction, param, body),
        'The parcel is corrected.',
        ({ number }) => `Corrected the parcel of the order ${number} (${body.carrier})`,
      ),
    'POST /editor/shipments/:id/deliver': takePlainStep(PARCEL_STEP_EFFECTS.deliver),
    'POST /editor/shipments/:id/collect': takePlainStep(PARCEL_STEP_EFFECTS.collect),
    'POST /editor/shipments/:id/return': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => returnParcel(transaction, param, body),
        'The pieces of the parcel are cancelled.',
        ({ number }) => `Recorded a parcel of the order ${number} (${body.reason})`,
      ),
    'POST /editor/orders/:number/reduce': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => reduceByStaff(transaction, param, body),
        'The pieces are taken off the order.',
        ({ number }) => `Took pieces off the order ${number} (${body.reason})`,
      ),
    'POST /editor/orders/:number/cancel': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => cancelByStaff(transaction, param, body),
        'The order is cancelled.',
        ({ number }) => `Cancelled the order ${number} (${body.reason})`,
      ),
    'POST /editor/orders/:number/refund': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => refundByStaff(transaction, param, body),
        'The refund is noted.',
        ({ number }) =>
          `Refunded ${body.amount === undefined ? 'the rest' : `₹${body.amount}`} of the order ${number}`,
      ),
    'POST /editor/refunds/:id/repeat': ({ param, ...request }) =>
      take(
        request,
        (transaction) => repeatRefundByStaff(transaction, param),
        'The refund is started again.',
        ({ number }) => `Started a failed refund of the order ${number} again`,
      ),
    'POST /editor/refunds/:id/finish': ({ param, ...request }) =>
      take(
        request,
        (transaction) => finishRefundByStaff(transaction, param),
        'The refund is recorded.',
        ({ number }) => `Recorded a refund of the order ${number} as transferred`,
      ),
    'PUT /editor/returns/:id': async ({ param, body, db, ...request }) => {
      const name = await findReturnName(db, param)
      return take(
        { ...request, db },
        (transaction) => decideReturn(transaction, param, body),
        `The ${name} is ${body.state}.`,
        ({ number }) => `Marked the ${name} of the order ${number} as ${body.state}`,
      )
    },
  } satisfies Partial<Handlers>
}
