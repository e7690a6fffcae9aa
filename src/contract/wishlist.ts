import { z } from 'zod'
import { listingItem, productId, rupees, variant } from './catalog.ts'
import { CHOICE_STATES } from './values.ts'

/** The cart line that was saved for later. The cart limits the quantity. */
const savedLine = z.strictObject({ variant, quantity: z.int().min(1).max(100) })
export type SavedLine = z.output<typeof savedLine>

/** A saved line with the current data of its product. */
const shownSavedLine = savedLine.extend({
  state: z.enum(CHOICE_STATES),
  /** Unit price in rupees; absent if the product is no longer offered in this variant. */
  price: rupees.optional(),
})

export const addToWishlistRequest = z.strictObject({ productId, saved: savedLine.optional() })

/** `id` is the product's id, also in DELETE /wishlist/{id}. */
export const wishlistEntry = z.object({
  id: z.string(),
  product: listingItem,
  /** Unit price in rupees when it was added; absent if unknown. */
  addedPrice: rupees.optional(),
  saved: shownSavedLine.optional(),
})
export type WishlistEntry = z.output<typeof wishlistEntry>

export const wishlistResponse = z.object({
  success: z.literal(true),
  wishlist: z.array(wishlistEntry),
  message: z.string().optional(),
})

/** `token` of the link to the wishlist; null while it is private. */
export const wishlistShareResponse = z.object({
  success: z.literal(true),
  token: z.string().nullable(),
})

export const sharedWishlistResponse = z.object({
  success: z.literal(true),
  /** First name of the owner: at most 20 letters; empty if the name does not start with a letter. */
  name: z.string(),
  products: z.array(listingItem),
})

/** `variant` is the choice to wait for; by default any choice of the product. */
export const stockAlertRequest = z.strictObject({ productId, variant })

/** `token` of the link in a mail. */
export const endStockAlertsRequest = z.strictObject({ token: z.string().max(200) })
