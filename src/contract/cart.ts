import { z } from 'zod'
import { option, picture, productId, shownVariant, variant } from './catalog.ts'
import { lines } from './texts.ts'
import { CHOICE_STATES, GIFT_NOTE_LENGTH } from './values.ts'

/** Limits one request. The cart limits the sum (docs/decisions/product.md#maximum-quantity). */
const MAX_CHANGE = 1_000

/** Title, price, image and category are part of the payload of spec §3, but ignored. */
export const addToCartRequest = z.strictObject({
  productId,
  quantity: z.int().min(1).max(MAX_CHANGE).default(1),
  variant,
  /** Id of the line before which to insert, e.g. to undo a removal; by default at the end. */
  before: z.string().max(100).optional(),
  title: z.unknown().optional(),
  price: z.unknown().optional(),
  image: z.unknown().optional(),
  category: z.unknown().optional(),
})

export const updateCartItemRequest = z.strictObject({
  /** Signed change of the quantity, e.g. 1 or -1. */
  change: z
    .int('change must be a whole number, e.g. 1 or -1')
    .min(-MAX_CHANGE)
    .max(MAX_CHANGE)
    .refine((n) => n !== 0, 'change must not be zero'),
})

export const updateCartVariantRequest = z.strictObject({ variant })

/** Free gift wrap of the whole order, with a card. */
export const gift = z.strictObject({
  wrap: z.boolean(),
  note: lines(GIFT_NOTE_LENGTH).default(''),
})
export type Gift = z.output<typeof gift>

export const cartItem = z.object({
  /** Id of the line, for PATCH and DELETE /cart/{id}. */
  id: z.string(),
  productId: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Current unit price of the variant in rupees. */
  price: z.number(),
  quantity: z.int().min(1),
  images: z.array(z.string()),
  variant,
  /** Previous values of fixed traits that an editor changed after the line was added. */
  former: variant.optional(),
  /** Options that the shopper may change. */
  options: z.array(option),
  /** Variants of the product; absent if all share price and stock. */
  variants: z.array(shownVariant).optional(),
  /**
   * Whether it can be bought. Otherwise the totals exclude it: it is sold out, or its variant is no
   * longer offered and has no price.
   */
  state: z.enum(CHOICE_STATES),
  sku: z.string().optional(),
  category: z.string(),
  /** Stock of the variant. */
  stock: z.int().min(0),
  /**
   * Maximum quantity of this line, after other lines of the product are subtracted from 10 and from the shared stock.
   */
  maxQuantity: z.int().min(0),
  product: z.object({
    _id: z.string(),
    title: z.string(),
    price: z.number(),
    image: z.string(),
    picture: picture.optional(),
  }),
})
export type CartItem = z.output<typeof cartItem>

/** A line whose product is not on sale. */
export const withdrawnItem = z.object({ id: z.string(), title: z.string(), variant })
export type WithdrawnItem = z.output<typeof withdrawnItem>

export const cartResponse = z.object({
  success: z.literal(true),
  cart: z.array(cartItem),
  /** Lines whose products are not on sale. They return with their products. */
  withdrawn: z.array(withdrawnItem),
  message: z.string().optional(),
})
