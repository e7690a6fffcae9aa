import { messages } from '#src/channels/messages.ts'
import type { Variant } from '#src/contract/catalog.ts'
import { findVariant } from '#src/rules/product/variants.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { stockAlertMail } from '../../core/mail/account-mails.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { createToken, hashToken, isWellFormedToken } from '../../core/token.ts'
import { toCanonicalJson } from '../cart/variant.ts'
import { findProductById } from '../catalog/queries.ts'
import { parseProductDetail } from '../catalog/to-product.ts'
import * as queries from './queries.ts'

const words = messages.stockAlert

export const stockAlertHandlers = (deps: Deps) =>
  ({
    'POST /stock-alerts': async ({ body, caller, db }) => {
      const product = await findProductById(db, body.productId)
      if (!product) throw new HttpError(404, messages.products.notFound)
      const { variants } = parseProductDetail(product)
      const row = findVariant(variants, body.variant)
      if ((row ?? product).stock > 0) throw new HttpError(409, words.inStock)
      await queries.setStockAlert(db, {
        userId: caller.userId,
        productId: product.id,
        variant: row ? toCanonicalJson(row.choice) : queries.ANY_VARIANT,
        now: deps.now(),
      })
      return { success: true, message: words.set }
    },
    'POST /stock-alerts/unsubscribe': async ({ body, db }) => {
      const known =
        isWellFormedToken(body.token) &&
        (await queries.deleteAlertsOfToken(db, hashToken(body.token)))
      if (!known) throw new HttpError(404, words.unknownLink)
      return { success: true, message: words.ended }
    },
  }) satisfies Partial<Handlers>

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

/** Of a product in stock. A choice that has a row no more is back where the product has no rows. */
function isBack(awaited: queries.AwaitedProduct): boolean {
  const { variants } = parseProductDetail(awaited)
  if (!variants || awaited.variant === queries.ANY_VARIANT) return true
  return (findVariant(variants, parseChoice(awaited))?.stock ?? 0) > 0
}

/** In one transaction: of several processes, the one that marks the alert as sent adds the mail. */
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
