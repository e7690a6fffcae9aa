// Ships to browsers: plain values only, without zod.

/** Category chips of the listing in the specification's order (spec §9). */
export const CATEGORIES = [
  'all',
  'clothing',
  'jewelry',
  'shoes',
  'accessories',
  'watches',
  'bags',
] as const

/** Sort values of the listing (spec §9). */
export const SORTS = ['default', 'price-low-high', 'price-high-low', 'new'] as const
export type Sort = (typeof SORTS)[number]

/** Payment methods of the checkout, the default first (spec §9). */
export const PAYMENT_METHODS = ['razorpay', 'cod'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What a stored choice of a product is now, e.g. that of a cart line. Only an available one can be bought. */
export const CHOICE_STATES = ['available', 'soldOut', 'notOffered'] as const
export type ChoiceState = (typeof CHOICE_STATES)[number]

export const ROLES = ['customer', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]
/** Roles of people who look after the shop. */
export const STAFF_ROLES = ['editor', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Icons of offers; `src/ui/Icon.tsx` draws each. */
export const OFFER_ICONS = ['gift', 'tag', 'card', 'truck', 'refresh', 'shield', 'spark'] as const

/**
 * Widths of the renditions in pixels; a rendition is never wider than its source. 752 fills the screens
 * of phones with 375 or 412 points at a density of 2 or 1.75.
 */
export const RENDITION_WIDTHS = [240, 480, 752, 960] as const

/** Width of the rendition that the enlargement shows, in pixels; never wider than its source. */
export const ENLARGED_WIDTH = 2400

/** Bounds of how large a card shows a picture, in percent, and the step that style sheets have. */
export const MIN_ZOOM = 100
export const MAX_ZOOM = 200
export const ZOOM_STEP = 5

/** Formats of a rendition, the preferred one first. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]

/** What an offer can write on a piece: the name of its field, and of its value in a line's variant. */
export const OFFER_FIELD_NAMES = ['Engraving', 'Initials', 'Monogram'] as const

/** `initials`: capital letters A to Z. `text`: letters, digits, spaces and a few signs. */
export const OFFER_FIELD_LETTERS = ['initials', 'text'] as const

/** Longest text of an offer's field, in characters. */
export const MAX_OFFER_TEXT = 40

/** What has been done about a message of the contact or partner form. */
export const CONTACT_STATES = ['new', 'open', 'done'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** Shape of a product slug: lower-case words joined by single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const MAX_SLUG_LENGTH = 80
/** Addresses that no record has: hosts of files serve the folder in place of `index`, and every object has a `constructor`. */
export const RESERVED_ADDRESSES: readonly string[] = ['index', 'constructor']
/**
 * Shape of a link that editors write: a path of the site, or an address elsewhere. Browsers read a
 * backslash as a slash, so that a path of one would lead elsewhere, and skip control characters.
 */
export const LINK_PATTERN =
  /^(?:\/(?![/\\])[^\s"<>\\\p{Cc}\p{Cf}]*|#[\w-]+|(?:https:\/\/|mailto:|tel:)[^\s"<>\\\p{Cc}\p{Cf}]+)$/u
/** Maximum number of products that one call names. */
export const MAX_NAMED_SLUGS = 48

/** Maximum number of products of one answer of the search: the best, or the first of the sort. */
export const MAX_SEARCH_RESULTS = 1_000

/**
 * A control character other than a line break or a tab, or one that changes the order in which a text is
 * read. Those that join or part letters of Devanagari, Urdu or emoji are none.
 */
export const CONTROL_PATTERN = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** A code of the customs tariff, which the rules of the goods and services tax require on an invoice. */
export const HSN_PATTERN = /^(?:\d{4}|\d{6}|\d{8})$/
export const HSN_MESSAGE = 'must be an HSN code of 4, 6 or 8 digits, e.g. 9102'

// Limits of texts are in characters. The contract's schemas enforce them; forms stop at them.

/** Longest note of a gift. */
export const GIFT_NOTE_LENGTH = 200

/** Shape of the number of a message: `KT-` and 8 of 32 letters, without those that are read as another one. */
export const MESSAGE_NUMBER_PATTERN = /^KT-[2-9A-HJ-NP-Z]{8}$/

/** Hours in which a message is acknowledged, and days in which it is settled (E-Commerce Rules 2020, rule 4(5)). */
export const ACKNOWLEDGE_HOURS = 48
export const SETTLE_DAYS = 30

export const REVIEW_STATES = ['pending', 'approved', 'rejected'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** Most reviews of one answer of the API. */
export const REVIEWS_PER_CALL = 50

/** Longest addresses in a page view. */
export const PAGE_VIEW_URL_LENGTH = 200

/** Kinds of page that measured visits are counted by. */
export const PAGE_KINDS = [
  'home',
  'listing',
  'product',
  'cart',
  'checkout',
  'account',
  'other',
] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** Core Web Vitals: largest contentful paint, interaction to next paint, cumulative layout shift. */
export const WEB_VITALS = ['lcp', 'inp', 'cls'] as const
export type WebVital = (typeof WEB_VITALS)[number]

/** Longest text of a search event: the 200 code points that the listing searches for. */
export const SEARCH_EVENT_LENGTH = 400

/** Most products that one change of several products names. */
export const MAX_BULK_PRODUCTS = 500

/** Rupees to whose multiples a change of prices rounds. */
export const PRICE_STEPS = [1, 10, 50, 100, 500, 1_000] as const

/** Most drafts of one launch. */
export const MAX_LAUNCH_ITEMS = 1_000
export const MAX_LAUNCH_NAME = 80

/** Limits of an uploaded picture. */
export const MAX_PICTURE_BYTES = 12 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 50_000_000
/** Longest side: one of a pixel's width and many megapixels takes half a minute to make smaller. */
export const MAX_PICTURE_SIDE = 20_000

/** Shortest side of a picture, in pixels: a smaller one is a blur also in the smallest place, the rendition of 240. */
export const MIN_PICTURE_SIDE = 240

/** Most pictures of one answer of the library. */
export const LIBRARY_PAGE_SIZE = 60

/** Largest table of a page of text. */
export const MAX_TABLE = { rows: 60, columns: 8 } as const

/** Media type of .xlsx files. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Largest CSV file of an import. */
export const MAX_CSV_BYTES = 32 * 1024 * 1024

/** Variants of a product: a search engine reads no more of one. */
export const MAX_VARIANTS = 100

/** States of an order, in the order in which it passes them. `src/rules/orders/order-states.ts` has the steps. */
export const ORDER_STATES = [
  'awaiting_payment',
  'placed',
  'dispatched',
  'delivered',
  'cancelled',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** `none` and `collected` are of cash on delivery; `pending` to `failed` of a payment at the provider. */
export const PAYMENT_STATES = [
  'none',
  'collected',
  'pending',
  'authorized',
  'captured',
  'part_refunded',
  'refunded',
  'failed',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** A failed refund is tried again by an editor. */
export const REFUND_STATES = ['pending', 'processed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

export const RETURN_STATES = ['requested', 'accepted', 'refused', 'received'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** What the timeline of an order tells, in which it is told to shopper and editors alike. */
export const ORDER_EVENTS = [
  'placed',
  'paid',
  'payment_failed',
  'expired',
  'cancelled',
  'dispatched',
  'delivered',
  'collected',
  'refund_started',
  'refunded',
  'refund_failed',
  'return_requested',
  'return_accepted',
  'return_refused',
  'return_received',
  'undone',
] as const
export type OrderEventKind = (typeof ORDER_EVENTS)[number]

/** What shopper and staff can do with an order. */
export const SHOPPER_STEPS = ['pay', 'cancel', 'return'] as const
export type ShopperStep = (typeof SHOPPER_STEPS)[number]
export const STAFF_STEPS = ['dispatch', 'deliver', 'collect', 'cancel', 'refund'] as const
export type StaffStep = (typeof STAFF_STEPS)[number]
/** Those that need nothing but a press. */
export const PLAIN_STEPS = ['deliver', 'collect'] as const satisfies readonly StaffStep[]
export type PlainStep = (typeof PLAIN_STEPS)[number]
/** Steps that the staff can undo, as long as the shopper has not been told. */
export const UNDO_STEPS = ['dispatch', 'deliver', 'collect'] as const
export type UndoStep = (typeof UNDO_STEPS)[number]

/** Why a shopper cancels. */
export const CANCEL_REASONS = [
  'I changed my mind',
  'I ordered by mistake',
  'The delivery takes too long',
  'Another reason',
] as const
/** Why the staff cancels an order; the shopper is told. */
export const STAFF_CANCEL_REASONS = [
  'At the request of the customer',
  'A piece is out of stock',
  'A piece was damaged before dispatch',
  'We cannot deliver to this address',
  'The parcel came back to us',
] as const
/** Why a shopper returns pieces. */
export const RETURN_REASONS = [
  'It does not fit',
  'It is not as described',
  'It arrived damaged',
  'The wrong piece arrived',
  'I changed my mind',
] as const

/** Carriers that the studio suggests; any other can be typed. */
export const CARRIERS = ['Blue Dart', 'Delhivery', 'DTDC', 'India Post', 'By hand'] as const

/** Longest texts of an order. */
export const ORDER_LIMITS = {
  carrier: 60,
  trackingNumber: 60,
  note: 1_000,
  reason: 300,
} as const

/** Shape of the number of an order: `KV-` and 8 of 32 letters, without those that are read as another one. */
export const ORDER_NUMBER_PATTERN = /^KV-[2-9A-HJ-NP-Z]{8}$/

/** Lists of the order desk that are more than a state. */
export const ORDER_VIEWS = [
  'to_dispatch',
  'overdue',
  'to_collect',
  'returns',
  'failed_refunds',
] as const
export type OrderView = (typeof ORDER_VIEWS)[number]

/** Why a stock changes: suggestions, beside which an editor writes another reason. */
export const STOCK_REASONS = ['Delivery', 'Counted again', 'Damaged', 'Lost', 'Returned'] as const
