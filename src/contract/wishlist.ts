import { z } from 'zod'
import { listingItem } from './catalog.ts'

export const addToWishlistRequest = z.strictObject({ productId: z.string().min(1).max(100) })

/** `id` is the product's: what DELETE /wishlist/{id} names. */
export const wishlistEntry = z.object({ id: z.string(), product: listingItem })
export type WishlistEntry = z.output<typeof wishlistEntry>

export const wishlistResponse = z.object({
  success: z.literal(true),
  wishlist: z.array(wishlistEntry),
  message: z.string().optional(),
})
