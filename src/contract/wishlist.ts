import { z } from 'zod'
import { listingItem, productId, rupees, variant } from './catalog.ts'
import { CHOICE_STATES } from './values.ts'

/** What a cart line was when it was saved for later. The cart clamps the quantity. */
const savedLine = z.strictObject({ variant, quantity: z.int().min(1).max(100) })
export type SavedLine = z.output<typeof savedLine>

/** A saved line as the product of now has it. */
const shownSavedLine = savedLine.extend({
  state: z.enum(CHOICE_STATES),
  /** Unit price in rupees; absent where the product does not come in the variant any more. */
  price: rupees.optional(),
})

export const addToWishlistRequest = z.strictObject({ productId, saved: savedLine.optional() })

/** `id` is the product's id, the `id` of DELETE /wishlist/{id}. */
export const wishlistEntry = z.object({
  id: z.string(),
  product: listingItem,
  /** Unit price in rupees when it was added; absent where it is unknown. */
  addedPrice: rupees.optional(),
  saved: shownSavedLine.optional(),
})
export type WishlistEntry = z.output<typeof wishlistEntry>

export const wishlistResponse = z.object({
  success: z.literal(true),
  wishlist: z.array(wishlistEntry),
  message: z.string().optional(),
})

/** `token` is that of the link to the wishlist; null while it is private. */
export const wishlistShareResponse = z.object({
  success: z.literal(true),
  token: z.string().nullable(),
})

export const sharedWishlistResponse = z.object({
  success: z.literal(true),
  /** First name of the wishlist's owner: letters only, 20 at most; empty where the name begins with none. */
  name: z.string(),
  products: z.array(listingItem),
})

/** `variant` is the choice that is waited for; any of the product's without one. */
export const stockAlertRequest = z.strictObject({ productId, variant })

/** `token` is that of the link in a mail. */
export const endStockAlertsRequest = z.strictObject({ token: z.string().max(200) })
