import { z } from 'zod'
import { listingItem, productId, rupees } from './catalog.ts'

export const addToWishlistRequest = z.strictObject({ productId })

/** `id` is the product's id, the `id` of DELETE /wishlist/{id}. */
export const wishlistEntry = z.object({
  id: z.string(),
  product: listingItem,
  /** Unit price in rupees when it was added; absent where it is unknown. */
  addedPrice: rupees.optional(),
})
export type WishlistEntry = z.output<typeof wishlistEntry>

export const wishlistResponse = z.object({
  success: z.literal(true),
  wishlist: z.array(wishlistEntry),
  message: z.string().optional(),
})

export const stockAlertRequest = z.strictObject({ productId })

/** `token` is that of the link in a mail. */
export const endStockAlertsRequest = z.strictObject({ token: z.string().max(200) })
