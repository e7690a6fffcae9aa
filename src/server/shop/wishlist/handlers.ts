import type { Context } from 'hono'
import { messages } from '#src/channels/messages.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import type { SavedLine, WishlistEntry } from '#src/contract/wishlist.ts'
import { toRupees } from '#src/rules/money.ts'
import { getRevivedState, readChoice, type StoredChoice } from '#src/rules/product/choice.ts'
import { getOffer } from '#src/rules/product/variants.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume } from '../../core/http/rate-limit.ts'
import { toFirstName } from '../../core/mail/first-name.ts'
import { createToken, isWellFormedToken } from '../../core/token.ts'
import { resolveVariant } from '../cart/variant.ts'
import { LISTINGS } from '../catalog/handlers.ts'
import { findProductById } from '../catalog/queries.ts'
import { getListingItems } from '../catalog/service.ts'
import type { ProductRow, StockedProduct } from '../catalog/tables.ts'
import { type ProductDetail, parseProductDetail, parseUncounted } from '../catalog/to-product.ts'
import { toStoredLine } from '../stock/stock-items.ts'
import * as queries from './queries.ts'
import type { WishlistItemRow } from './tables.ts'

export const wishlistHandlers = (deps: Deps) =>
  ({
    'GET /wishlist/': async ({ caller, db, c }) => {
      await consumeListing(deps, c)
      const wishlist = await listEntries(deps, db, caller.userId)
      return { success: true, wishlist }
    },
    'POST /wishlist/': async ({ body, caller, db }) => {
      const product = await findProductById(db, body.productId)
      if (!product) throw new HttpError(404, messages.products.notFound)
      await queries.addWishlistItem(db, {
        userId: caller.userId,
        productId: product.id,
        pricePaise: product.price_paise,
        now: deps.now(),
        saved: body.saved && toSavedColumns(product, body.saved),
      })
      return { success: true, message: messages.wishlist.added }
    },
    'DELETE /wishlist/:id': async ({ caller, param, db }) => {
      if (!(await queries.removeWishlistItem(db, caller.userId, param)))
        throw new HttpError(404, messages.wishlistPage.notFound)
      return { success: true, message: messages.wishlist.removed }
    },
    'GET /wishlist-share': async ({ caller, db }) => {
      const share = await queries.findWishlistShare(db, caller.userId)
      return { success: true, token: share?.token ?? null }
    },
    'PUT /wishlist-share': async ({ caller, db }) => {
      const share = { userId: caller.userId, token: createToken(), now: deps.now() }
      return { success: true, token: await queries.setWishlistShare(db, share) }
    },
    'DELETE /wishlist-share': async ({ caller, db }) => {
      await queries.deleteWishlistShare(db, caller.userId)
      return { success: true, token: null }
    },
    'GET /wishlist-share/:id': async ({ param, db, c }) => {
      await consumeListing(deps, c)
      const owner = isWellFormedToken(param) && (await queries.findOwnerOfShare(db, param))
      if (!owner) throw new HttpError(404, messages.wishlistShare.unknown)
      const entries = await listEntries(deps, db, owner.id)
      return {
        success: true,
        name: toFirstName(owner.display_name),
        products: entries.map(({ product }) => product),
      }
    },
  }) satisfies Partial<Handlers>

const consumeListing = (deps: Deps, c: Context): Promise<void> =>
  consume(deps, LISTINGS, clientSubnet(clientAddress(c, deps.env)))

/** Lists the entries of a wishlist. Products are read in chunks, because a wishlist has no limit. */
async function listEntries(deps: Deps, db: Db, userId: string): Promise<WishlistEntry[]> {
  const rows = await queries.listWishlistItems(db, userId)
  const ids = rows.map((row) => row.product_id)
  const readItems = (chunk: string[]) =>
    getListingItems(deps, db, chunk).then((found) => [...found])
  const items = new Map(await readInChunks(ids, readItems, PRODUCTS_PER_STATEMENT))
  const saving = rows.flatMap((row) => (row.saved_line === null ? [] : row.product_id))
  const readDetails = (chunk: string[]) => queries.listDetails(db, chunk)
  const saved = await readInChunks(saving, readDetails, PRODUCTS_PER_STATEMENT)
  const details = new Map(saved.map((row) => [row.id, row]))
  return rows.flatMap(({ product_id: id, price_paise, choice, saved_line }) => {
    const product = items.get(id)
    const added = price_paise === null ? {} : { addedPrice: toRupees(price_paise) }
    const row = details.get(id)
    const saved =
      product && row && saved_line !== null
        ? {
            saved: toShownLine(
              { ...product, ...pickChoices(row) },
              { choice: choice ? JSON.parse(choice) : {}, ...JSON.parse(saved_line) },
            ),
          }
        : {}
    return product ? [{ id, product, ...added, ...saved }] : []
  })
}

/** Picks the data that a card does not have, because a card has no options of one value. */
const pickChoices = (row: Pick<ProductRow, 'detail'>) => {
  const { offers, options, variant } = parseUncounted(row)
  return { offers, options, variant }
}

/** Returns a saved line with its current data. */
function toShownLine(
  product: ListingItem & Pick<ProductDetail, 'offers' | 'options'>,
  { quantity, ...line }: StoredChoice & Pick<SavedLine, 'quantity'>,
): WishlistEntry['saved'] {
  const { stored, revived } = readChoice(product, line)
  return {
    variant: revived ?? stored,
    quantity,
    state: getRevivedState(product, revived),
    ...(revived ? { price: getOffer(product, revived).price } : {}),
  }
}

/** @throws HttpError 400 for a variant that the product does not have. */
function toSavedColumns(
  product: StockedProduct,
  { variant, quantity }: SavedLine,
): Pick<WishlistItemRow, 'variant_id' | 'saved_line'> {
  const detail = parseProductDetail(product)
  const { columns } = toStoredLine(product.id, detail, resolveVariant(detail, variant))
  const { variant_id, selection } = columns
  return { variant_id, saved_line: JSON.stringify({ selection: JSON.parse(selection), quantity }) }
}
