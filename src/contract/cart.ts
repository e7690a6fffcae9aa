import { z } from 'zod'
import { option, picture, productId, shownVariant, variant } from './catalog.ts'
import { lines } from './texts.ts'
import { CHOICE_STATES, GIFT_NOTE_LENGTH } from './values.ts'

/** Bounds one request. The cart clamps the sum (docs/decisions/product.md#maximum-quantity). */
const MAX_CHANGE = 1_000

/** Title, price, image and category are part of the payload of spec §3 and are ignored. */
export const addToCartRequest = z.strictObject({
  productId,
  quantity: z.int().min(1).max(MAX_CHANGE).default(1),
  variant,
  /** Id of the line before which a new line is put, e.g. to undo a removal; at the end without one. */
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

/** Gift wrap of the whole order, free of charge, with a card. */
export const gift = z.strictObject({
  wrap: z.boolean(),
  note: lines(GIFT_NOTE_LENGTH).default(''),
})
export type Gift = z.output<typeof gift>

export const cartItem = z.object({
  /** Id of the line, the `id` of PATCH and DELETE /cart/{id}. */
  id: z.string(),
  productId: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Unit price in rupees: the current one of the variant. */
  price: z.number(),
  quantity: z.int().min(1),
  images: z.array(z.string()),
  variant,
  /** The fixed traits that an editor has changed since the line was added, as they were then. */
  former: variant.optional(),
  /** The options that the shopper may change. */
  options: z.array(option),
  /** The variants of the product; absent where all choices share price and stock. */
  variants: z.array(shownVariant).optional(),
  /**
   * Whether it can be bought. One that cannot is in no total: it is sold out, or the product does not come in
   * its variant any more, which has no price then.
   */
  state: z.enum(CHOICE_STATES),
  sku: z.string().optional(),
  category: z.string(),
  /** The stock of the variant. */
  stock: z.int().min(0),
  /** Highest quantity of this line: what other lines of the product leave of 10, and of the stock that they share. */
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

/** A line of a product that is not on sale. */
export const withdrawnItem = z.object({ id: z.string(), title: z.string(), variant })
export type WithdrawnItem = z.output<typeof withdrawnItem>

export const cartResponse = z.object({
  success: z.literal(true),
  cart: z.array(cartItem),
  /** Lines whose products are not on sale now; they come back with their products. */
  withdrawn: z.array(withdrawnItem),
  message: z.string().optional(),
})
