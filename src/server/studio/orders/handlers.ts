import { PLAIN_STEPS, type PlainStep, XLSX_TYPE } from '#src/contract/values.ts'
import { insertAuditEntry, insertHourlyAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { Caller, Handlers } from '../../core/http/mount.ts'
import { decideReturn } from '../../shop/orders/order-returns.ts'
import {
  cancelByStaff,
  dispatchOrder,
  orderNotFound,
  PLAIN_STEP_EFFECTS,
  refundByStaff,
  undoStep,
} from '../../shop/orders/order-steps.ts'
import { changeOrder, type OrderTransaction } from '../../shop/orders/order-transaction.ts'
import { toOrderPaper } from '../../shop/orders/paper.ts'
import { findOrder, lockOrder, updateOrder } from '../../shop/orders/queries.ts'
import { toEditorOrder } from '../../shop/orders/read-order.ts'
import type { OrderRow } from '../../shop/orders/tables.ts'
import { exportOrders } from './export.ts'
import { listOrders } from './list-orders.ts'
import { settleFailedRefunds } from './queries.ts'

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
    const order = await changeOrder(deps, db, actor, change)
    await insertAuditEntry(db, toEntry(caller, toSubject(order)))
    return { success: true as const, message, order: await toEditorOrder(deps, db, order) }
  }

  /** Nothing is shown that is not in the log. */
  async function open(caller: Caller, db: Db, number: string): Promise<OrderRow> {
    const order = await findOrder(db, { number })
    if (!order) throw orderNotFound()
    await insertHourlyAuditEntry(db, toEntry(caller, `Opened the order ${number}`))
    return order
  }

  const takePlainStep =
    (step: PlainStep) =>
    ({ param, ...request }: StepRequest & { param: string }) => {
      const { change, message, subject } = PLAIN_STEP_EFFECTS[step]
      return take(
        request,
        (transaction) => change(transaction, param),
        message,
        ({ number }) => `${subject} ${number}`,
      )
    }
  const plainSteps = Object.fromEntries(
    PLAIN_STEPS.map((step) => [`POST /editor/orders/:number/${step}`, takePlainStep(step)]),
  ) as Record<`POST /editor/orders/:number/${PlainStep}`, ReturnType<typeof takePlainStep>>

  return {
    'POST /editor/orders/search': async ({ caller, body, db }) => {
      await insertHourlyAuditEntry(db, toEntry(caller, 'Looked at the list of orders'))
      return listOrders(deps, body)
    },
    'GET /editor/orders/export': async ({ caller, query, c }) => {
      await insertAuditEntry(deps.db, toEntry(caller, `Exported the orders of ${query.month}`))
      return c.body(exportOrders(deps, query.month), 200, {
        'Content-Type': XLSX_TYPE,
        'Content-Disposition': `attachment; filename="kairavi-orders-${query.month}.xlsx"`,
      })
    },
    'GET /editor/orders/:number': async ({ caller, param, db }) => ({
      order: await toEditorOrder(deps, db, await open(caller, db, param)),
    }),
    'GET /editor/orders/:number/paper': async ({ caller, param, db }) => ({
      success: true,
      paper: await toOrderPaper(deps, db, await open(caller, db, param)),
    }),
    'PUT /editor/orders/:number/note': ({ param, body, ...request }) =>
      deps.db.transaction().execute((db) =>
        take(
          { ...request, db },
          async ({ db }) => {
            const order = await lockOrder(db, { number: param })
            if (!order) throw orderNotFound()
            await updateOrder(db, order.id, body)
            return { ...order, ...body }
          },
          'The note is saved.',
          ({ number }) => `Changed the note on the order ${number}`,
        ),
      ),
    'POST /editor/orders/:number/dispatch': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => dispatchOrder(transaction, param, body),
        'The order is dispatched.',
        ({ number }) => `Dispatched the order ${number} by ${body.carrier}`,
      ),
    ...plainSteps,
    'POST /editor/orders/:number/undo': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => undoStep(transaction, param, body.step),
        'The step is taken back.',
        ({ number }) => `Took a step of the order ${number} back (${body.step})`,
      ),
    'POST /editor/orders/:number/cancel': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => cancelByStaff(transaction, param, body.reason),
        'The order is cancelled.',
        ({ number }) => `Cancelled the order ${number} (${body.reason})`,
      ),
    'POST /editor/orders/:number/refund': ({ param, body, ...request }) =>
      take(
        request,
        async (transaction) => {
          const order = await refundByStaff(transaction, param, body)
          await settleFailedRefunds(transaction.db, order.id)
          return order
        },
        'The refund is noted.',
        ({ number }) =>
          `Refunded ${body.amount === undefined ? 'the rest' : `₹${body.amount}`} of the order ${number}`,
      ),
    'PUT /editor/returns/:id': ({ param, body, ...request }) =>
      take(
        request,
        (transaction) => decideReturn(transaction, param, body),
        `The return is ${body.state}.`,
        ({ number }) => `Marked a return of the order ${number} as ${body.state}`,
      ),
  } satisfies Partial<Handlers>
}
