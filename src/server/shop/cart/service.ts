import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { messages } from '#src/channels/messages.ts'
import type { addToCartRequest, CartItem, WithdrawnItem } from '#src/contract/cart.ts'
import type { Picture, Variant } from '#src/contract/catalog.ts'
import { getQuantityLimit } from '#src/rules/cart-line.ts'
import { MAX_CART_LINES } from '#src/rules/constants.ts'
import { toRupees } from '#src/rules/money.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { getChoiceState, keepKnownParts, reviveChoice } from '#src/rules/product/choice.ts'
import { listChoices } from '#src/rules/product/options.ts'
import { toCanonicalJson } from '#src/rules/product/stock-counts.ts'
import { getOffer } from '#src/rules/product/variants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { findProductById } from '../catalog/queries.ts'
import { createPictureLookup } from '../catalog/service.ts'
import { type ProductDetail, parseProductDetail, toShownVariants } from '../catalog/to-product.ts'
import type { CountRow } from '../stock/queries.ts'
import { parseCounts } from '../stock/stock-count.ts'
import * as queries from './queries.ts'
import type { CartItemRow } from './tables.ts'
import { resolveVariant } from './variant.ts'

const quantityLimit = (message: string) => new HttpError(409, message, { field: 'quantity' })

const parseVariant = (line: { variant: string }) => JSON.parse(line.variant) as Variant

/** The variant of a line as the product of now has it, in the form in which it is stored. */
const toStoredJson = (product: StockSource, line: { variant: string }): string => {
  const stored = parseVariant(line)
  return toCanonicalJson(reviveChoice(product, stored) ?? stored)
}

/** What a product sells from: its own stock, or that of each of its variants. */
interface StockSource extends Pick<ProductDetail, 'variant' | 'options' | 'offers' | 'variants'> {
  stock: number
}

const getStock = (product: StockSource, variant: Variant): number =>
  getOffer({ ...product, price: 0 }, variant).stock

interface StoredLine {
  variant: string
  quantity: number
}

/** @param lines those of the product in the cart, the line among them; those that it does not come in count for nothing. */
function getLimit(
  product: StockSource,
  lines: readonly StoredLine[],
  line: StoredLine,
): ReturnType<typeof getQuantityLimit> {
  const counted = lines.map((line) => {
    const revived = reviveChoice(product, parseVariant(line))
    return { variant: revived ?? {}, quantity: revived ? line.quantity : 0 }
  })
  const own = counted[lines.indexOf(line)] ?? { variant: {}, quantity: 0 }
  const stock = getStock(product, own.variant)
  return getQuantityLimit({ ...product, stock }, counted, own)
}

const isOnSale = ({ archived_at }: queries.CartLine): boolean => archived_at === null

/** @param lines those of products that are on sale. */
async function toCart(deps: Deps, db: Db, lines: queries.CartLine[]): Promise<CartItem[]> {
  const productIds = lines.map((line) => line.product_id)
  const pictures = await createPictureLookup(deps, db, productIds)
  return lines.map((line) => toCartItem(line, lines, pictures(line.product_id)))
}

/** @returns the cart, oldest line first; lines of products that are not on sale apart. */
export async function getCart(
  deps: Deps,
  db: Db,
  userId: string,
): Promise<{ cart: CartItem[]; withdrawn: WithdrawnItem[] }> {
  const lines = await queries.listLines(db, userId)
  return {
    cart: await toCart(deps, db, lines.filter(isOnSale)),
    withdrawn: listWithdrawn(lines),
  }
}

const listWithdrawn = (lines: queries.CartLine[]): WithdrawnItem[] =>
  lines
    .filter((line) => !isOnSale(line))
    .map((line) => ({ id: line.id, title: line.title, variant: parseVariant(line) }))

/** @returns the cart, with the stock of all choices of its products on sale, of one statement. */
export async function getCartWithStock(
  deps: Deps,
  db: Db,
  userId: string,
): Promise<{ cart: CartItem[]; withdrawn: WithdrawnItem[]; counts: CountRow[] }> {
  const stored = await queries.listLines(db, userId)
  const lines = stored.filter(isOnSale)
  const products = new Map(lines.map((line) => [line.product_id, line]))
  return {
    cart: await toCart(deps, db, lines),
    withdrawn: listWithdrawn(stored),
    counts: [...products].flatMap(([product_id, line]) =>
      parseCounts(line).map((count) => ({ product_id, ...count })),
    ),
  }
}

function toCartItem(
  line: queries.CartLine,
  cart: readonly queries.CartLine[],
  pictures: Picture[],
): CartItem {
  const detail = parseProductDetail(line)
  const stored = parseVariant(line)
  const state = getChoiceState(detail, stored)
  const variant = reviveChoice(detail, stored) ?? stored
  const former = Object.entries(stored).filter(([name, value]) => variant[name] !== value)
  const variants = toShownVariants(detail, line, pictures)
  const productPrice = toRupees(line.price_paise)
  const offer = getOffer({ price: productPrice, stock: detail.stock, variants }, variant)
  const { price, variant: chosen } = offer
  const stock = state === 'notOffered' ? 0 : offer.stock
  const ofProduct = cart.filter((other) => other.product_id === line.product_id)
  const images = pictures.map(largestUrl)
  const picture = pictures[chosen?.picture ?? 0]
  return {
    id: line.id,
    productId: line.product_id,
    slug: line.slug,
    title: line.title,
    price,
    quantity: line.quantity,
    images,
    variant,
    ...(former.length > 0 && { former: Object.fromEntries(former) }),
    options: listChoices(detail.options),
    // The price of the line is that of its variant.
    ...(variants && { variants: variants.map((row) => ({ price: productPrice, ...row })) }),
    state,
    ...(chosen?.sku === undefined ? {} : { sku: chosen.sku }),
    category: line.category,
    stock,
    maxQuantity: state === 'notOffered' ? 0 : getLimit(detail, ofProduct, line).max,
    product: {
      _id: line.product_id,
      title: line.title,
      price,
      image: picture ? largestUrl(picture) : '',
      ...(picture ? { picture } : {}),
    },
  }
}

/**
 * Adds a product to the user's cart, clamped to the highest quantity of its line.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for an unknown product, 400 for an invalid variant, 409 when nothing was
 * added or the cart has no room for another line.
 */
export async function addItem(
  deps: Deps,
  db: Db,
  userId: string,
  item: z.output<typeof addToCartRequest>,
): Promise<string> {
  await queries.lockCart(deps, db, userId)
  const product_id = item.productId
  const { rows } = await queries.findProductToAdd(db, { product_id, user_id: userId })
  const [product] = rows
  if (!product) throw new HttpError(404, messages.products.notFound)
  const detail = parseProductDetail(product)
  const chosen = resolveVariant(detail, item.variant)
  const variant = toCanonicalJson(chosen)
  const lines = rows.flatMap(({ id, variant, quantity }) =>
    id === null || variant === null || quantity === null ? [] : { id, variant, quantity },
  )
  const line = lines.find((line) => toStoredJson(detail, line) === variant)
  const created_at = line ? 0 : await getCreatedAt(deps, db, userId, item.before)
  const current = line?.quantity ?? 0
  const added = line ?? { variant, quantity: 0 }
  const { max, message } = getLimit(detail, line ? lines : [...lines, added], added)
  const wanted = current + item.quantity
  const quantity = Math.min(wanted, max)
  if (quantity <= current) throw quantityLimit(message)
  if (line) await queries.updateLine(db, { id: line.id, quantity, variant })
  else
    await queries.insertLine(db, {
      id: randomUUID(),
      user_id: userId,
      product_id,
      variant,
      quantity,
      created_at,
    })
  return quantity < wanted ? message : messages.cart.added
}

/**
 * @param before id of the line before which the new one is put; at the end without such a line.
 * @returns the time of a line that is added to a cart, which gives it its place.
 * @throws HttpError 409 when the cart has no room for another line.
 */
async function getCreatedAt(
  deps: Deps,
  db: Db,
  userId: string,
  before: string | undefined,
): Promise<number> {
  const { rows } = await queries.getCartSize(db, { user_id: userId })
  if (Number(rows[0]?.lineCount ?? 0) >= MAX_CART_LINES)
    throw new HttpError(409, messages.cartErrors.full)
  const next = before && (await queries.listCartRows(db, userId)).find(({ id }) => id === before)
  if (next) {
    await queries.delayLines(db, userId, next.created_at)
    return next.created_at
  }
  // Keeps the order of two lines that are created in the same millisecond.
  return Math.max(deps.now(), (rows[0]?.newestCreatedAt ?? 0) + 1)
}

/** @throws HttpError 404 for a line that is not in the user's cart, or not on sale. */
async function getLineToUpdate(deps: Deps, db: Db, { id, user_id }: LineKey) {
  await queries.lockCart(deps, db, user_id)
  const cart = await queries.listCartRows(db, user_id)
  const line = cart.find((other) => other.id === id)
  const product = line && (await findProductById(db, line.product_id))
  if (!line || !product) throw new HttpError(404, messages.cartErrors.notFound)
  const source = parseProductDetail(product)
  return { line, source, lines: cart.filter((other) => other.product_id === product.id) }
}

type LineKey = Pick<CartItemRow, 'id' | 'user_id'>

/**
 * Changes the quantity of a line, clamped to 1 and the line's highest quantity.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for a line that is not in the user's cart, 409 when nothing was changed, and for a
 * variant that the product does not come in any more.
 */
export async function updateItem(
  deps: Deps,
  db: Db,
  update: LineKey & { change: number },
): Promise<string> {
  const { line, source, lines } = await getLineToUpdate(deps, db, update)
  if (!reviveChoice(source, parseVariant(line)))
    throw new HttpError(409, messages.stock.choiceGone, { field: 'variant' })
  const { inStock, message, ...limit } = getLimit(source, lines, line)
  const wanted = line.quantity + update.change
  // An increase takes nothing away. A decrease takes no more than is asked for of more than ten pieces, which an
  // earlier release allowed, and where none is left.
  const isDecrease = update.change < 0
  const max = isDecrease ? inStock || wanted : limit.max
  const quantity = Math.max(isDecrease ? 1 : line.quantity, Math.min(wanted, max))
  // A decrease can also end above the maximum, when the stock has shrunk further.
  const exceedsMax = wanted > max
  if (quantity === line.quantity)
    throw quantityLimit(exceedsMax ? message : messages.cartErrors.atLeastOne)
  await queries.updateLine(db, { ...line, quantity })
  return exceedsMax ? message : messages.cart.updated
}

/**
 * Changes the options of a line, clamped to the highest quantity of the variant. A line of the cart that has
 * them already is merged into it.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for a line that is not in the user's cart, 400 for an invalid variant, 409 for one
 * of which none is left.
 */
export async function updateVariant(
  deps: Deps,
  db: Db,
  update: LineKey & { variant: Variant },
): Promise<string> {
  const { line, source, lines } = await getLineToUpdate(deps, db, update)
  const kept = keepKnownParts(source, parseVariant(line))
  const chosen = resolveVariant(source, { ...kept, ...update.variant })
  const variant = toCanonicalJson(chosen)
  if (variant === line.variant) return messages.cart.updated
  const merged = lines.find((other) => other !== line && toStoredJson(source, other) === variant)
  const rest = lines.filter((other) => other !== line && other !== merged)
  const changed = { variant, quantity: 0 }
  const sum = line.quantity + (merged?.quantity ?? 0)
  const { max, message } = getLimit(source, [...rest, changed], changed)
  // Without variants, the line keeps selling from the stock that it has.
  if (source.variants && max < 1) throw quantityLimit(message)
  const isLimited = source.variants !== undefined || merged !== undefined
  const quantity = isLimited ? Math.max(1, Math.min(sum, max)) : sum
  if (merged) await queries.deleteLine(db, merged.id, update.user_id)
  await queries.updateLine(db, { ...line, variant, quantity })
  return quantity < sum ? message : messages.cart.updated
}

/** @throws HttpError 404 for a line that is not in the user's cart. */
export async function removeItem(deps: Deps, id: string, userId: string): Promise<void> {
  const isDeleted = await deps.db.transaction().execute(async (db) => {
    await queries.lockCart(deps, db, userId)
    return queries.deleteLine(db, id, userId)
  })
  if (!isDeleted) throw new HttpError(404, messages.cartErrors.notFound)
}
