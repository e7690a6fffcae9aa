import type { CartItem } from '#src/contract/cart.ts'
import { MAX_QUANTITY } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'

const NO_DETAILS = {
  slug: '',
  quantity: 1,
  images: [],
  variant: {},
  options: [],
  state: 'available' as const,
  category: '',
  stock: MAX_QUANTITY,
  maxQuantity: MAX_QUANTITY,
}

/** Parses a line of the API, which may have the specification's fields alone (spec §3). Null without an id or a price. */
export function parseLine(answer: unknown): CartItem | null {
  if (!isRecord(answer) || typeof answer['id'] !== 'string') return null
  const given = answer as Partial<CartItem> & Pick<CartItem, 'id'>
  const { title = given.product?.title ?? '', price = given.product?.price } = given
  if (typeof price !== 'number') return null
  const productId = given.productId ?? given.product?._id ?? given.id
  const own = { _id: productId, title, price, image: given.images?.[0] ?? '' }
  const product = { ...own, ...given.product }
  return { ...NO_DETAILS, ...given, productId, title, price, product }
}
