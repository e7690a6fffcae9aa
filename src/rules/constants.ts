// What the specification fixes. Ships to browsers.

/** Share of the subtotal charged at checkout, in percent (spec §9). */
export const TAX_PERCENT = 5

/** Time one hero slide stays, in milliseconds (spec §2, §9). */
export const HERO_INTERVAL_MS = 6_000

/** Time the progress bar runs on every navigation, in milliseconds (spec §1, §9). */
export const PROGRESS_MS = 400

/** Scroll beyond which the header is compact, in pixels (spec §4). */
export const HEADER_COMPACT_AFTER_PX = 20

/** Most toasts shown at once (spec §8). */
export const TOAST_LIMIT = 20

/** Time a success toast stays, in milliseconds (spec §8). */
export const TOAST_SUCCESS_MS = 2_000

/** Time any other toast stays, in milliseconds; a loading toast stays until dismissed (spec §8). */
export const TOAST_MS = 4_000

/** Time fetched data counts as fresh, in milliseconds (spec §9). */
export const CACHE_FRESH_MS = 5 * 60_000

/** Time fetched data is kept, in milliseconds (spec §9). */
export const CACHE_LIFETIME_MS = 30 * 60_000

/** Times a failed fetch is tried again (spec §9). */
export const MAX_RETRIES = 1

/** Longest a call may take before it counts as failed, in milliseconds. */
export const CALL_TIMEOUT_MS = 10_000

/** Time between two verification links that a shopper may ask for, in milliseconds. */
export const RESEND_COOLDOWN_MS = 60_000

/** Most pieces of one product in a cart, never more than the stock (decisions). */
export const MAX_QUANTITY = 10

/** Most different lines in a cart. */
export const MAX_CART_LINES = 100

/** Thumbnails beside the main picture of a product (spec §2, §9). */
export const MAX_THUMBNAILS = 4

/** Products at least in the row of related products, where the category has as many. */
export const MIN_RELATED_PRODUCTS = 4

/** Stock at or below which the page tells how many are left. */
export const LOW_STOCK_THRESHOLD = 3

/** Longest search term the listing looks for, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** Products on one static page of the listing. */
export const LISTING_PAGE_SIZE = 96

/** What a card shows where the catalogue is silent; for display only (spec §3). */
export const CARD_DEFAULTS = {
  rating: 4.8,
  reviews: 120,
  category: 'Travel',
  tagline: 'Compact & Leak-Proof Design',
} as const
