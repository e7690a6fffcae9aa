import { z } from 'zod'
import { picture, variant } from './catalog.ts'

/** Most pieces of one product in a cart (decisions, maximum quantity). */
const quantity = z.int().min(1).max(1_000)

/**
 * What adding sends (spec §3). The server reads `productId`, `quantity` and `variant`;
 * title, price, image and category are accepted and ignored.
 */
export const addToCartRequest = z.strictObject({
  productId: z.string().min(1).max(100),
  quantity: quantity.default(1),
  variant,
  title: z.unknown().optional(),
  price: z.unknown().optional(),
  image: z.unknown().optional(),
  category: z.unknown().optional(),
})
export type AddToCartRequest = z.input<typeof addToCartRequest>

export const updateCartItemRequest = z.strictObject({
  /** Signed step: +1 adds one, -1 takes one away. */
  change: z
    .int('change must be a whole number, e.g. 1 or -1')
    .min(-1_000)
    .max(1_000)
    .refine((n) => n !== 0, 'change must not be zero'),
})

export const cartItem = z.object({
  /** Id of the line: what PATCH and DELETE name. */
  id: z.string(),
  productId: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Unit price in rupees, the catalogue's own of this moment. */
  price: z.number(),
  quantity: z.int().min(1),
  images: z.array(z.string()),
  variant,
  category: z.string(),
  stock: z.int().min(0),
  /** Most pieces this line may hold now: the smaller of 10 and the stock. */
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

export const cartResponse = z.object({
  success: z.literal(true),
  cart: z.array(cartItem),
  message: z.string().optional(),
})
