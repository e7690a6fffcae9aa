import { messages } from '#src/channels/messages.ts'
import { NO_CHOICE } from '#src/editing/stock-counts.ts'
import { reviveChoice } from '#src/rules/product/choice.ts'
import { findVariant } from '#src/rules/product/variants.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { hashToken, isWellFormedToken } from '../../core/token.ts'
import { findProductById } from '../catalog/queries.ts'
import { parseProductDetail } from '../catalog/to-product.ts'
import { toStoredLine, toVariantId } from '../stock/stock-items.ts'
import * as queries from './queries.ts'

const alertMessages = messages.stockAlert

export const stockAlertHandlers = (deps: Deps) =>
  ({
    'POST /stock-alerts': async ({ body, caller, db }) => {
      const product = await findProductById(db, body.productId)
      if (!product) throw new HttpError(404, messages.products.notFound)
      const detail = parseProductDetail(product)
      const row = findVariant(detail.variants, body.variant)
      const chosen = reviveChoice(detail, body.variant)
      // An alert without a choice is for any variant of the product.
      if (!chosen && Object.keys(body.variant).length > 0)
        throw new HttpError(409, messages.stock.choiceGone, { field: 'variant' })
      if ((row ?? detail).stock > 0) throw new HttpError(409, alertMessages.inStock)
      await queries.setStockAlert(db, {
        userId: caller.userId,
        productId: product.id,
        variantId: chosen
          ? toStoredLine(product.id, detail, chosen).columns.variant_id
          : toVariantId(product.id, NO_CHOICE),
        now: deps.now(),
      })
      return { success: true, message: alertMessages.set }
    },
    'POST /stock-alerts/unsubscribe': async ({ body, db }) => {
      const isKnownLink =
        isWellFormedToken(body.token) &&
        (await queries.deleteAlertsOfToken(db, hashToken(body.token)))
      if (!isKnownLink) throw new HttpError(404, alertMessages.unknownLink)
      return { success: true, message: alertMessages.ended }
    },
  }) satisfies Partial<Handlers>
