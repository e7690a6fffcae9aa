import type { Variant } from '#src/contract/catalog.ts'
import { NO_CHOICE } from '#src/editing/stock-counts.ts'
import { MINUTE_MS } from '#src/rules/constants.ts'
import { getChoiceState } from '#src/rules/product/choice.ts'
import { toChoiceNames } from '#src/rules/product/choice-ids.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/job.ts'
import { stockAlertMail } from '../../core/mail/account-mails.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { createToken, hashToken } from '../../core/token.ts'
import { type ProductDetail, parseProductDetail } from '../catalog/to-product.ts'
import * as queries from './queries.ts'

const BATCH_SIZE = 50

/** Mails each user who waits for a product or variant that is back in stock, once. */
export async function sendStockAlerts(deps: Deps): Promise<void> {
  for (const product of await queries.listAwaitedProducts(deps.db)) {
    if (!isBackInStock(product)) continue
    for (;;) {
      const due = await queries.listDueAlerts(deps.db, product, BATCH_SIZE)
      for (const alert of due) await sendStockAlert(deps, { ...product, ...alert })
      if (due.length < BATCH_SIZE) break
    }
  }
}

/** Returns the requested choice; undefined if it is no longer offered. */
function readAwaitedChoice(detail: ProductDetail, { choice }: queries.AwaitedProduct) {
  if (choice === NO_CHOICE) return {}
  const ids = JSON.parse(choice) as Variant
  const { names, isOffered } = toChoiceNames(detail.options, ids)
  return isOffered ? names : undefined
}

/** Returns whether the requested choice of a product can be bought. */
function isBackInStock(awaited: queries.AwaitedProduct): boolean {
  if (awaited.choice === NO_CHOICE) return true
  const detail = parseProductDetail(awaited)
  const names = readAwaitedChoice(detail, awaited)
  return names !== undefined && getChoiceState(detail, names) === 'available'
}

/** Marks an alert as sent and adds its mail in one transaction, so that only one of several processes does it. */
async function sendStockAlert(
  deps: Deps,
  alert: queries.AwaitedProduct & queries.DueAlert,
): Promise<void> {
  const now = deps.now()
  const token = createToken()
  await deps.db.transaction().execute(async (db) => {
    const sent = { sent_at: now, token_hash: hashToken(token) }
    if (!(await queries.claimStockAlert(db, alert, sent))) return
    const mail = stockAlertMail(
      deps.env,
      { ...alert, choice: readAwaitedChoice(parseProductDetail(alert), alert) ?? {} },
      token,
    )
    await enqueueMail(deps, db, { to: alert.email, userId: alert.user_id, now }, mail)
  })
}

export const stockAlertJob: Job = {
  name: 'stock alerts',
  process: 'desk',
  task: 'mails users who wait for a product that is back in stock',
  intervalMs: MINUTE_MS,
  bound: `${BATCH_SIZE} alerts, one a transaction`,
  tables: ['stock_alert', 'product', 'variant', 'user', 'outbox', 'content_record'],
  open: (deps) => ({ run: () => sendStockAlerts(deps) }),
}
