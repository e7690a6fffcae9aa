import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { addToCartRequest, CartItem } from '#src/contract/cart.ts'
import type { Picture, Variant } from '#src/contract/catalog.ts'
import { stockLimitMessage } from '#src/rules/cart-line.ts'
import { MAX_CART_LINES, MAX_QUANTITY } from '#src/rules/constants.ts'
import { messages } from '#src/rules/messages.ts'
import { toRupees } from '#src/rules/money.ts'
import { listChoices } from '#src/rules/options.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { createPictureLookup } from '../catalog/service.ts'
import { type ProductDetail, parseProductDetail } from '../catalog/to-product.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import * as queries from './queries.ts'
import { resolveVariant, toCanonicalJson } from './variant.ts'

/**
 * @param onOtherLines quantity of the same product on other lines of the cart, e.g. in another size.
 * @returns the highest quantity of one line (docs/decisions/product.md#maximum-quantity).
 */
const maxQuantity = (stock: number, onOtherLines: number): number =>
  Math.max(0, Math.min(MAX_QUANTITY, stock - onOtherLines))

/** @returns the cart, oldest line first, without products that are not on sale. */
export async function getCart(deps: Deps, db: Db, userId: string): Promise<CartItem[]> {
  const lines = await queries.listLines(db, userId)
  const productIds = lines.map((line) => line.product_id)
  const pictures = await createPictureLookup(deps, db, productIds)
  return lines.map((line) => toCartItem(line, lines, pictures(line.product_id)))
}

function toCartItem(
  line: queries.CartLine,
  cart: readonly queries.CartLine[],
  pictures: Picture[],
): CartItem {
  const onOtherLines = cart
    .filter((other) => other.product_id === line.product_id && other.id !== line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const images = pictures.map(largestUrl)
  const price = toRupees(line.price_paise)
  const picture = pictures[0]
  return {
    id: line.id,
    productId: line.product_id,
    slug: line.slug,
    title: line.title,
    price,
    quantity: line.quantity,
    images,
    variant: JSON.parse(line.variant) as Variant,
    options: listChoices(parseProductDetail(line).options),
    category: line.category,
    stock: line.stock,
    maxQuantity: maxQuantity(line.stock, onOtherLines),
    product: {
      _id: line.product_id,
      title: line.title,
      price,
      image: images[0] ?? '',
      ...(picture ? { picture } : {}),
    },
  }
}

/** Details of products, parsed once for each JSON. */
const parsedDetails = new Map<string, { json: string; detail: ProductDetail }>()
const MAX_PARSED_DETAILS = 500

function parseDetail(productId: string, json: string): ProductDetail {
  const known = parsedDetails.get(productId)
  // Comparing a text of some kB is cheaper than hashing it, which a map by the JSON would.
  if (known?.json === json) return known.detail
  if (parsedDetails.size >= MAX_PARSED_DETAILS) parsedDetails.clear()
  const detail = parseProductDetail({ detail: json })
  parsedDetails.set(productId, { json, detail })
  return detail
}

/**
 * Adds a product to the user's cart, clamped to the highest quantity of its line.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for an unknown product, 400 for an invalid variant, 409 when nothing was
 * added.
 */
export async function addItem(
  deps: Deps,
  db: Db,
  userId: string,
  item: z.output<typeof addToCartRequest>,
): Promise<string> {
  await queries.lockCart(deps, db, userId)
  const product = { user_id: userId, product_id: item.productId }
  const { rows } = await queries.findProductToAdd(db, product)
  const [found] = rows
  if (!found) throw new HttpError(404, messages.products.notFound)
  const detail = parseDetail(item.productId, found.detail)
  const variant = toCanonicalJson(resolveVariant(detail, item.variant))
  const line = rows.find((row) => row.variant === variant)
  const created_at = line ? undefined : await getNextCreatedAt(deps, db, userId)
  const quantity = line?.quantity ?? 0
  const onOtherLines = rows.reduce((sum, row) => sum + (row.quantity ?? 0), -quantity)
  const change = Math.min(item.quantity, maxQuantity(found.stock, onOtherLines) - quantity)
  if (change < 1) throw new HttpError(409, stockLimitMessage(found.stock))
  if (created_at === undefined) await queries.increaseQuantity(db, { ...product, variant, change })
  else
    await queries.insertLine(db, {
      ...product,
      id: randomUUID(),
      variant,
      quantity: change,
      created_at,
    })
  return change < item.quantity ? stockLimitMessage(found.stock) : messages.cart.added
}

/**
 * @returns the time of a line that is added to a cart, after that of every other line of it.
 * @throws HttpError 409 when the cart has no room for another line.
 */
async function getNextCreatedAt(deps: Deps, db: Db, userId: string): Promise<number> {
  const { lineCount, newestCreatedAt } = await queries.getCartSize(db, userId)
  if (lineCount >= MAX_CART_LINES) throw new HttpError(409, messages.cartPage.full)
  // Keeps the order of two lines that are created in the same millisecond.
  return Math.max(deps.now(), newestCreatedAt + 1)
}

/**
 * Changes the quantity of a line, clamped to 1 and the line's highest quantity.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for a line that is not in the user's cart, 409 when nothing was changed.
 */
export async function updateItem(
  deps: Deps,
  db: Db,
  update: queries.QuantityChange,
): Promise<string> {
  await queries.lockCart(deps, db, update.user_id)
  const line = await queries.findLineOnSale(db, update.id, update.user_id)
  if (!line) throw new HttpError(404, messages.cartPage.notFound)
  const max = maxQuantity(line.stock, await queries.quantityOnOtherLines(db, line))
  if (await queries.stepExact(db, update, max)) return messages.cart.updated
  const changed = await queries.stepClamped(db, update, Math.max(1, max))
  // A decrease can also end above the maximum, when the stock has shrunk further.
  const exceedsMax = update.change > 0 || line.quantity + update.change > max
  if (!changed)
    throw new HttpError(
      409,
      exceedsMax ? stockLimitMessage(line.stock) : messages.stock.minQuantity,
    )
  return exceedsMax ? stockLimitMessage(line.stock) : messages.cart.updated
}

/**
 * Changes the options of a line. A line of the cart that has them already is merged into it, clamped
 * to the highest quantity of one line.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for a line that is not in the user's cart, 400 for an invalid variant.
 */
export async function updateVariant(
  deps: Deps,
  db: Db,
  update: { id: string; user_id: string; variant: Variant },
): Promise<string> {
  await queries.lockCart(deps, db, update.user_id)
  const line = await queries.findLineOnSale(db, update.id, update.user_id)
  if (!line) throw new HttpError(404, messages.cartPage.notFound)
  const { options, offers } = parseProductDetail(line)
  const current = JSON.parse(line.variant) as Variant
  const variant = toCanonicalJson(
    resolveVariant({ options, offers, variant: current }, update.variant),
  )
  if (variant === line.variant) return messages.cart.updated
  const target = { ...line, variant }
  const merged = await queries.findLine(db, target)
  if (!merged) {
    await queries.setLineVariant(db, { id: update.id, variant, quantity: line.quantity })
    return messages.cart.updated
  }
  await queries.deleteLine(db, merged.id, update.user_id)
  const sum = line.quantity + merged.quantity
  const others = (await queries.quantityOnOtherLines(db, target)) - line.quantity
  const quantity = Math.max(1, Math.min(sum, maxQuantity(line.stock, others)))
  await queries.setLineVariant(db, { id: update.id, variant, quantity })
  return quantity < sum ? stockLimitMessage(line.stock) : messages.cart.updated
}

/** @throws HttpError 404 for a line that is not in the user's cart. */
export async function removeItem(deps: Deps, id: string, userId: string): Promise<void> {
  const isDeleted = await deps.db.transaction().execute(async (db) => {
    await queries.lockCart(deps, db, userId)
    return queries.deleteLine(db, id, userId)
  })
  if (!isDeleted) throw new HttpError(404, messages.cartPage.notFound)
}
