import type { Variant } from '#src/contract/catalog.ts'
import { getChoiceState } from '#src/rules/product/choice.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/job.ts'
import { stockAlertMail } from '../../core/mail/account-mails.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { createToken, hashToken } from '../../core/token.ts'
import { parseProductDetail } from '../catalog/to-product.ts'
import * as queries from './queries.ts'

const BATCH_SIZE = 50

/** Writes once to each user who waits for a product, or a variant of it, that is in stock again. */
export async function sendStockAlerts(deps: Deps): Promise<void> {
  for (const product of await queries.listAwaited(deps.db)) {
    if (!isBack(product)) continue
    for (;;) {
      const due = await queries.listDueAlerts(deps.db, product, BATCH_SIZE)
      for (const alert of due) await sendStockAlert(deps, { ...product, ...alert })
      if (due.length < BATCH_SIZE) break
    }
  }
}

const parseChoice = ({ variant }: Pick<queries.AwaitedProduct, 'variant'>) =>
  variant === queries.ANY_VARIANT ? {} : (JSON.parse(variant) as Variant)

/** Whether a product in stock can be bought in the choice that is waited for. */
const isBack = (awaited: queries.AwaitedProduct): boolean =>
  awaited.variant === queries.ANY_VARIANT ||
  getChoiceState(parseProductDetail(awaited), parseChoice(awaited)) === 'available'

/** Marks an alert as sent and adds its mail in one transaction, so that one of several processes does it. */
async function sendStockAlert(
  deps: Deps,
  alert: queries.AwaitedProduct & queries.DueAlert,
): Promise<void> {
  const now = deps.now()
  const token = createToken()
  await deps.db.transaction().execute(async (db) => {
    const sent = { sent_at: now, token_hash: hashToken(token) }
    if (!(await queries.claimStockAlert(db, alert, sent))) return
    const mail = stockAlertMail(deps.env, { ...alert, choice: parseChoice(alert) }, token)
    await enqueueMail(deps, db, { to: alert.email, userId: alert.user_id, now }, mail)
  })
}

export const stockAlertJob: Job = {
  name: 'stock alerts',
  task: 'writes to those who wait for a product that is in stock again',
  intervalMs: 60_000,
  bound: `${BATCH_SIZE} alerts, one a transaction`,
  tables: ['stock_alert', 'product', 'user', 'outbox', 'content_record'],
  open: (deps) => ({ run: () => sendStockAlerts(deps) }),
}
