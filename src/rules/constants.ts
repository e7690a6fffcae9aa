// Constants of the specification and of docs/decisions/product.md. Ships to browsers.

/** A minute, in milliseconds. */
export const MINUTE_MS = 60_000

/** An hour, in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS

/** A day, in milliseconds. */
export const DAY_MS = 24 * HOUR_MS

/** Days after which an account ends whose email is not verified. */
export const UNVERIFIED_DAYS = 7

/** How long the links of mails work, as the mails say. */
export const VERIFY_LINK_HOURS = 24
export const RESET_LINK_HOURS = 1
export const INVITATION_LINK_DAYS = 3

/** Days for which a browser that has signed in to an account is known. */
export const KNOWN_DEVICE_DAYS = 180

/** Days for which a change of several products can be undone, and all versions are kept. */
export const UNDO_DAYS = 90

/** Days for which counts of measured visits are kept. */
export const WEB_VITALS_DAYS = 90

/** Days for which counts of searches are kept. */
export const SEARCHES_DAYS = 30

/** Days for which the studio shows that a publish failed. */
export const PUBLISH_FAILURES_DAYS = 90

/** Share of the subtotal charged at checkout, in percent (spec §9). */
export const TAX_PERCENT = 5

/** Interval of the hero carousel, in milliseconds (spec §2, §9). */
export const HERO_INTERVAL_MS = 6_000

/** Duration of the progress bar on each navigation, in milliseconds (spec §1, §9). */
export const PROGRESS_MS = 400

/** Scroll position beyond which the header is compact, in pixels (spec §4). */
export const HEADER_COMPACT_AFTER_PX = 20

/** Maximum number of visible toasts (spec §8). */
export const TOAST_LIMIT = 20

/** Duration of a success toast, in milliseconds (spec §8). */
export const TOAST_SUCCESS_MS = 2_000

/** Duration of other toasts, in milliseconds; a loading toast stays until dismissed (spec §8). */
export const TOAST_MS = 4_000

/** Time for which fetched data is fresh, in milliseconds (spec §9). */
export const CACHE_FRESH_MS = 5 * 60_000

/** Time after which fetched data leaves the cache, in milliseconds (spec §9). */
export const CACHE_LIFETIME_MS = 30 * 60_000

/** Number of retries of a failed fetch (spec §9). */
export const MAX_RETRIES = 1

/** Timeout of an API call, in milliseconds. */
export const CALL_TIMEOUT_MS = 10_000

/** Minimum time between two verification mails that a shopper requests, in milliseconds. */
export const RESEND_COOLDOWN_MS = 60_000

/** Maximum quantity of a cart line, besides the stock (docs/decisions/product.md#maximum-quantity). */
export const MAX_QUANTITY = 10

/** Maximum number of lines in a cart. */
export const MAX_CART_LINES = 100

/** Maximum number of thumbnails beside a product's main picture (spec §2, §9). */
export const MAX_THUMBNAILS = 4

/** Minimum number of related products, if the category has as many. */
export const MIN_RELATED_PRODUCTS = 4

/** Number of reviews in the HTML of a product page. */
export const SHOWN_REVIEWS = 8

/** Stock at or below which the product page shows the number left. */
export const LOW_STOCK_THRESHOLD = 3

/** Number of versions that the history of a record lists, the newest ones. */
export const LISTED_VERSIONS = 200

/** Maximum length of a search term, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** Examples in the search field. */
export const SEARCH_EXAMPLES = ['watches', 'jewelry', 'silk']

/** Number of products on a static page of the listing, and of each part that Show more adds. */
export const LISTING_PAGE_SIZE = 24

/**
 * Number of products up to which the listing fetches the whole catalogue from the API. A larger one
 * is filtered by the search index, and its cards are fetched as they are shown.
 */
export const MAX_FETCHED_CATALOGUE = 500

/**
 * Number of products up to which the browser loads the search index. A larger catalogue is searched
 * by the API, which answers with the index of what it finds.
 */
export const MAX_INDEXED_CATALOGUE = 20_000

/** Price in rupees from which a page names the proof of a piece and a person to ask. */
export const ADVICE_FROM = 100_000

/** Working days that engraving, stamping or embroidery adds before dispatch. */
export const PERSONALISATION_DAYS = 3

/** Orders of a profile, which every page of a signed-in user reads; the others are asked for. */
export const PROFILE_ORDERS = 50

/** Minutes for which pieces are held for an order that is not paid yet. */
export const HOLD_MINUTES = 15

/** Time in which a step of the order desk can be taken back; its mail leaves after it. */
export const UNDO_MS = 60_000

/** Hour in India until which an order leaves on the same working day. */
export const DISPATCH_CUTOFF_HOUR = 14

/** Number of pictures that a card of the listing leads to. */
export const CARD_PICTURES = 3
