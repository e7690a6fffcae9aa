import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { messages } from '#src/channels/messages.ts'
import type { addToCartRequest, CartItem, WithdrawnItem } from '#src/contract/cart.ts'
import type { Picture, Variant } from '#src/contract/catalog.ts'
import { NO_CHOICE } from '#src/editing/stock-counts.ts'
import { getQuantityLimit } from '#src/rules/cart-line.ts'
import { MAX_CART_LINES } from '#src/rules/constants.ts'
import { toRupees } from '#src/rules/money.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { getRevivedState, keepKnownParts, readChoice } from '#src/rules/product/choice.ts'
import { toCanonicalJson } from '#src/rules/product/choice-ids.ts'
import { listChoices } from '#src/rules/product/options.ts'
import { getOffer } from '#src/rules/product/variants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { findProductById } from '../catalog/queries.ts'
import { createPictureLookup } from '../catalog/service.ts'
import { type ProductDetail, parseProductDetail, toShownVariants } from '../catalog/to-product.ts'
import type { CountRow } from '../stock/queries.ts'
import { parseCounts } from '../stock/stock-count.ts'
import { toStockVariantId, toStoredLine, toVariantId } from '../stock/stock-items.ts'
import * as queries from './queries.ts'
import type { CartItemRow } from './tables.ts'
import { resolveVariant } from './variant.ts'

const quantityLimit = (message: string) => new HttpError(409, message, { field: 'quantity' })

/** Columns that store a choice. */
interface ChoiceColumns {
  choice: string
  selection: string
}

const readLine = (product: Pick<ProductDetail, 'variant' | 'options'>, line: ChoiceColumns) =>
  readChoice(product, {
    choice: line.choice === NO_CHOICE ? {} : (JSON.parse(line.choice) as Variant),
    selection: JSON.parse(line.selection) as Variant,
  })

/** Returns a text that is equal for two lines that currently mean the same choice. */
const toComparedJson = (product: StockSource, line: ChoiceColumns): string => {
  const { stored, revived } = readLine(product, line)
  return toCanonicalJson(revived ?? stored)
}

/** The stock that a product is sold from: its own, or that of its variants. */
interface StockSource extends Pick<ProductDetail, 'variant' | 'options' | 'offers' | 'variants'> {
  stock: number
}

const getStock = (product: StockSource, variant: Variant): number =>
  getOffer({ ...product, price: 0 }, variant).stock

interface StoredLine extends ChoiceColumns {
  quantity: number
}

/**
 * Returns the quantity limit of a line.
 * @param lines all lines of the product in the cart, including this one. Lines of variants that
 *   are no longer offered count as zero.
 */
function getLimit(
  product: StockSource,
  lines: readonly StoredLine[],
  line: StoredLine,
): ReturnType<typeof getQuantityLimit> {
  const counted = lines.map((line) => {
    const { revived } = readLine(product, line)
    return { variant: revived ?? {}, quantity: revived ? line.quantity : 0 }
  })
  const own = counted[lines.indexOf(line)] ?? { variant: {}, quantity: 0 }
  const stock = getStock(product, own.variant)
  return getQuantityLimit({ ...product, stock }, counted, own)
}

const isOnSale = ({ archived_at }: queries.CartLine): boolean => archived_at === null

/**
 * Converts lines.
 * @param lines whose products are on sale.
 */
async function toCart(deps: Deps, db: Db, lines: queries.CartLine[]): Promise<CartItem[]> {
  const productIds = lines.map((line) => line.product_id)
  const pictures = await createPictureLookup(deps, db, productIds)
  return lines.map((line) => toCartItem(line, lines, pictures(line.product_id)))
}

/** Returns the cart, oldest line first. Lines of products that are not on sale are separate. */
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
    .map((line) => ({
      id: line.id,
      title: line.title,
      variant: readLine(parseProductDetail(line), line).stored,
    }))

/** The variant of a line, and the variant that its stock is counted for. */
export interface LineVariant {
  variant_id: string
  stock_variant_id: string
}

/** Returns the cart with the stock of all variants of its products on sale, from one statement. */
export async function getCartWithStock(
  deps: Deps,
  db: Db,
  userId: string,
): Promise<{
  cart: CartItem[]
  withdrawn: WithdrawnItem[]
  counts: CountRow[]
  /** Variants by line id. */
  variants: ReadonlyMap<string, LineVariant>
}> {
  const stored = await queries.listLines(db, userId)
  const lines = stored.filter(isOnSale)
  const products = new Map(lines.map((line) => [line.product_id, line]))
  const cart = await toCart(deps, db, lines)
  const byId = new Map(lines.map((line) => [line.id, line]))
  const toVariant = ({ id, productId, variant }: CartItem): [string, LineVariant][] => {
    const line = byId.get(id)
    if (!line) return []
    const detail = parseProductDetail(line)
    const { variant_id } = toStoredLine(productId, detail, variant).columns
    return [[id, { variant_id, stock_variant_id: toStockVariantId(productId, detail, variant_id) }]]
  }
  return {
    cart,
    withdrawn: listWithdrawn(stored),
    counts: [...products].flatMap(([product_id, line]) =>
      parseCounts(line).map((count) => ({
        product_id,
        variant_id: toVariantId(product_id, count.choice),
        isArchived: false,
        ...count,
      })),
    ),
    variants: new Map(cart.flatMap(toVariant)),
  }
}

function toCartItem(
  line: queries.CartLine,
  cart: readonly queries.CartLine[],
  pictures: Picture[],
): CartItem {
  const detail = parseProductDetail(line)
  const { stored, revived } = readLine(detail, line)
  const state = getRevivedState(detail, revived)
  const variant = revived ?? stored
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
    options: listChoices(detail.options).map(({ name, values }) => ({ name, values })),
    // A variant without a price has the price of the product.
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
 * Adds a product to the user's cart, up to the maximum quantity of its line.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for an unknown product, 400 for an invalid variant, 409 if nothing was
 *   added or the cart has no room for another line.
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
  const lines = rows.flatMap(({ id, choice, selection, quantity }) =>
    id === null || choice === null || selection === null || quantity === null
      ? []
      : { id, choice, selection, quantity },
  )
  const line = lines.find((line) => toComparedJson(detail, line) === variant)
  const { choice, columns } = toStoredLine(product_id, detail, chosen)
  const created_at = line ? 0 : await getCreatedAt(deps, db, userId, item.before)
  const current = line?.quantity ?? 0
  const newLine = line ?? { choice, selection: columns.selection, quantity: 0 }
  const { max, message } = getLimit(detail, line ? lines : [...lines, newLine], newLine)
  const requested = current + item.quantity
  const quantity = Math.min(requested, max)
  if (quantity <= current) throw quantityLimit(message)
  if (line) await queries.updateLine(db, { id: line.id, quantity, ...columns })
  else
    await queries.insertLine(db, {
      id: randomUUID(),
      user_id: userId,
      product_id,
      ...columns,
      quantity,
      created_at,
    })
  return quantity < requested ? message : messages.cart.added
}

/**
 * Returns the time for a new line, which determines its position.
 * @param before id of the line before which to insert; by default at the end.
 * @throws HttpError 409 if the cart has no room for another line.
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
 * Changes the quantity of a line, between 1 and the line's maximum.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for a line that is not in the user's cart, 409 if nothing was changed or
 *   the variant is no longer offered.
 */
export async function updateItem(
  deps: Deps,
  db: Db,
  update: LineKey & { change: number },
): Promise<string> {
  const { line, source, lines } = await getLineToUpdate(deps, db, update)
  if (!readLine(source, line).revived)
    throw new HttpError(409, messages.stock.choiceGone, { field: 'variant' })
  const { inStock, message, ...limit } = getLimit(source, lines, line)
  const requested = line.quantity + update.change
  // An increase never lowers the quantity. A decrease lowers it only as requested if the line has
  // more than ten items, which an earlier release allowed, or if the product is sold out.
  const isDecrease = update.change < 0
  const max = isDecrease ? inStock || requested : limit.max
  const quantity = Math.max(isDecrease ? 1 : line.quantity, Math.min(requested, max))
  // The result of a decrease can still exceed the maximum, if the stock has shrunk further.
  const exceedsMax = requested > max
  if (quantity === line.quantity)
    throw quantityLimit(exceedsMax ? message : messages.cartErrors.atLeastOne)
  await queries.updateLine(db, { ...line, quantity })
  return exceedsMax ? message : messages.cart.updated
}

/**
 * Changes the options of a line, up to the maximum quantity of the variant. Another line with the
 * same options is merged into it.
 * @param db the transaction of the request, which locks the cart until it ends.
 * @returns the message for the shopper.
 * @throws HttpError 404 for a line that is not in the user's cart, 400 for an invalid variant,
 *   409 for a sold-out one.
 */
export async function updateVariant(
  deps: Deps,
  db: Db,
  update: LineKey & { variant: Variant },
): Promise<string> {
  const { line, source, lines } = await getLineToUpdate(deps, db, update)
  const knownParts = keepKnownParts(source, readLine(source, line).stored)
  const chosen = resolveVariant(source, { ...knownParts, ...update.variant })
  const variant = toCanonicalJson(chosen)
  const { choice, columns } = toStoredLine(line.product_id, source, chosen)
  if (columns.variant_id === line.variant_id && columns.selection === line.selection)
    return messages.cart.updated
  const merged = lines.find((other) => other !== line && toComparedJson(source, other) === variant)
  const rest = lines.filter((other) => other !== line && other !== merged)
  const changedLine = { choice, selection: columns.selection, quantity: 0 }
  const sum = line.quantity + (merged?.quantity ?? 0)
  const { max, message } = getLimit(source, [...rest, changedLine], changedLine)
  // Without variants, all choices share the same stock.
  if (source.variants && max < 1) throw quantityLimit(message)
  const isLimited = source.variants !== undefined || merged !== undefined
  const quantity = isLimited ? Math.max(1, Math.min(sum, max)) : sum
  if (merged) await queries.deleteLine(db, merged.id, update.user_id)
  await queries.updateLine(db, { ...line, ...columns, quantity })
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
