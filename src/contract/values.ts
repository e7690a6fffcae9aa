// Ships to browsers: plain values only, without zod.

/** Category chips of the listing, in the specification's order (spec §9). */
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

/** Payment methods of the checkout, the default first (spec §9). Transfer is offered only if `ORDERS` contains it. */
export const PAYMENT_METHODS = ['razorpay', 'cod', 'transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Current state of a stored choice, e.g. of a cart line. Only an available one can be bought. */
export const CHOICE_STATES = ['available', 'soldOut', 'notOffered'] as const
export type ChoiceState = (typeof CHOICE_STATES)[number]

export const ROLES = ['customer', 'packer', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]
/** Roles of people who look after the shop. */
export const STAFF_ROLES = ['packer', 'editor', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** What a member of the staff may do. Each endpoint and each page of the studio names one. */
export const RIGHTS = [
  /** Use the studio: its search, what waits, and whether changes are live. */
  'studio',
  /** Look at orders, pack and send them, and print their papers. */
  'orders',
  /** Look at the list of products, and count pieces in and out. */
  'stock',
  /** Record bank transfers and pay money back. */
  'payments',
  /** Export the books of a month. */
  'books',
  /** Change products, prices, texts, pictures and launches, publish them, and see the figures. */
  'catalogue',
  /** Answer messages, and decide on reviews. */
  'messages',
  /** Look at accounts, export their data and delete them. */
  'customers',
  /** Change the team, and read the audit log. */
  'team',
] as const
export type Right = (typeof RIGHTS)[number]

/** The rights of each role: access of endpoints, pages and buttons are derived from it. */
export const ROLE_RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  customer: [],
  packer: ['studio', 'orders', 'stock'],
  editor: ['studio', 'orders', 'stock', 'payments', 'books', 'catalogue', 'messages'],
  admin: RIGHTS,
}

/** What the studio calls a member of the staff, e.g. in a sentence. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  customer: 'a customer',
  packer: 'a packer',
  editor: 'an editor',
  admin: 'an admin',
}

export const hasRight = (role: Role, right: Right): boolean => ROLE_RIGHTS[role].includes(right)

/** What entries of the audit log are about. */
export const AUDIT_ACTIONS = [
  'products',
  'content',
  'pictures',
  'launches',
  'publish',
  'roll-back',
  'orders',
  'customers',
  'messages',
  'reviews',
  'staff',
  'second-factor',
] as const

/** Icons of offers; `src/ui/Icon.tsx` draws each. */
export const OFFER_ICONS = ['gift', 'tag', 'card', 'truck', 'refresh', 'shield', 'spark'] as const

/**
 * Widths of the renditions in pixels. A rendition is never wider than its source. 752 fills phone
 * screens of 375 or 412 points at a density of 2 or 1.75.
 */
export const RENDITION_WIDTHS = [240, 480, 752, 960] as const

/** Width of the enlarged rendition in pixels; never wider than its source. */
export const ENLARGED_WIDTH = 2400

/** Limits of a picture's size on cards, in percent, and the step in style sheets. */
export const MIN_ZOOM = 100
export const MAX_ZOOM = 200
export const ZOOM_STEP = 5

/** Formats of a rendition, the preferred one first. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]

/** Texts that an offer can add to a product: the name of its field, and the key in a line's variant. */
export const OFFER_FIELD_NAMES = ['Engraving', 'Initials', 'Monogram'] as const

/** `initials`: capital letters A to Z. `text`: letters, digits, spaces and a few signs. */
export const OFFER_FIELD_LETTERS = ['initials', 'text'] as const

/** In characters. */
export const MAX_OFFER_TEXT = 40

/** States of a message of the contact or partner form. */
export const CONTACT_STATES = ['new', 'open', 'done'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** Pattern of a product slug: lower-case words joined by single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const MAX_SLUG_LENGTH = 80
/** Addresses that no record may have: file hosts serve a folder for `index`, and every object has a `constructor`. */
export const RESERVED_ADDRESSES: readonly string[] = ['index', 'constructor']
/**
 * Pattern of an editor's link: a path of the site, or an external address. Browsers treat a backslash as a slash, so
 * a path with one could lead to another site. They also ignore control characters.
 */
export const LINK_PATTERN =
  /^(?:\/(?![/\\])[^\s"<>\\\p{Cc}\p{Cf}]*|#[\w-]+|(?:https:\/\/|mailto:|tel:)[^\s"<>\\\p{Cc}\p{Cf}]+)$/u
/** Maximum number of products in one call. */
export const MAX_NAMED_SLUGS = 48

/** Maximum number of search results: the best ones, or the first ones of the sort. */
export const MAX_SEARCH_RESULTS = 1_000

/**
 * Matches a control character other than a line break or tab, or a direction control. Letter
 * joiners of Devanagari, Urdu or emoji are not included.
 */
export const CONTROL_PATTERN = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** A code of the customs tariff, required on a GST invoice. */
export const HSN_PATTERN = /^(?:\d{4}|\d{6}|\d{8})$/
export const HSN_MESSAGE = 'must have 4, 6 or 8 digits, e.g. 9102'

// Text limits are in characters. The schemas of the contract enforce them, and forms stop at them.

export const GIFT_NOTE_LENGTH = 200

/** Pattern of a message number: `KT-` and 8 of 32 unambiguous characters. */
export const MESSAGE_NUMBER_PATTERN = /^KT-[2-9A-HJ-NP-Z]{8}$/

/** Legal deadlines: hours to acknowledge a message, and days to settle it (E-Commerce Rules 2020, rule 4(5)). */
export const ACKNOWLEDGE_HOURS = 48
export const SETTLE_DAYS = 30

export const REVIEW_STATES = ['pending', 'approved', 'rejected'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const REVIEWS_PER_CALL = 50

/** Maximum length of addresses in a page view. */
export const PAGE_VIEW_URL_LENGTH = 200

/** Kinds of pages for measurements. */
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

/** Maximum length of a search event: the 200 code points that the listing searches for, in UTF-16. */
export const SEARCH_EVENT_LENGTH = 400

/** Maximum number of products in one bulk change. */
export const MAX_BULK_PRODUCTS = 500

/** Multiples in rupees to which a price change can round. */
export const PRICE_STEPS = [1, 10, 50, 100, 500, 1_000] as const

export const MAX_LAUNCH_ITEMS = 1_000
export const MAX_LAUNCH_NAME = 80

/** Limits of an uploaded picture. */
export const MAX_PICTURE_BYTES = 12 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 50_000_000
/** Longest side. Resizing a picture of one pixel by many millions would take half a minute. */
export const MAX_PICTURE_SIDE = 20_000

/** Shortest side. A smaller picture is blurred even in the smallest rendition of 240 pixels. */
export const MIN_PICTURE_SIDE = 240

export const LIBRARY_PAGE_SIZE = 60

/** Largest table of a text page. */
export const MAX_TABLE = { rows: 60, columns: 8 } as const

/** Media type of .xlsx files. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const PDF_TYPE = 'application/pdf'

/** Largest CSV file of an import. */
export const MAX_CSV_BYTES = 32 * 1024 * 1024

/** Maximum number of variants; search engines read no more. */
export const MAX_VARIANTS = 100

/** States of an order, in order. `src/rules/orders/order-states.ts` has the steps. */
export const ORDER_STATES = [
  'awaiting_return',
  'awaiting_payment',
  'placed',
  'part_dispatched',
  'dispatched',
  'delivered',
  'cancelled',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** `none` and `collected` apply to cash on delivery, `pending` to `failed` to a payment at the provider. */
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

/** An editor can retry a failed refund. An exchanged one pays for another order. */
export const REFUND_STATES = ['pending', 'processed', 'failed', 'exchanged'] as const
export type RefundState = (typeof REFUND_STATES)[number]

export const RETURN_STATES = ['requested', 'accepted', 'refused', 'received', 'withdrawn'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** Events of an order's timeline, for shoppers and editors. */
export const ORDER_EVENTS = [
  'placed',
  'paid',
  'payment_failed',
  'payment_refused',
  'disputed',
  'expired',
  'cancelled',
  'corrected',
  'noted',
  'reduced',
  'packed',
  'unpacked',
  'dispatched',
  'delivered',
  'parcel_returned',
  'collected',
  'refund_started',
  'refunded',
  'refund_failed',
  'payout_entered',
  'return_requested',
  'return_withdrawn',
  'return_accepted',
  'return_refused',
  'return_received',
  'exchange_requested',
  'exchange_ended',
  'exchanged',
  'undone',
] as const
export type OrderEventKind = (typeof ORDER_EVENTS)[number]
/** Events that only the staff sees. */
export const STAFF_EVENTS: readonly OrderEventKind[] = ['packed', 'unpacked']

/** Steps of shoppers and staff. */
export const SHOPPER_STEPS = [
  'pay',
  'correct',
  'reduce',
  'cancel',
  'return',
  'exchange',
  'payout',
  'again',
] as const
export type ShopperStep = (typeof SHOPPER_STEPS)[number]
export const STAFF_STEPS = [
  'receive',
  'pack',
  'unpack',
  'dispatch',
  'deliver',
  'collect',
  'correct',
  'correct_parcel',
  'reduce',
  'cancel',
  'refund',
] as const
export type StaffStep = (typeof STAFF_STEPS)[number]
/** Steps that need the right to move money. */
export const PAYMENT_STEPS: readonly StaffStep[] = ['receive', 'refund']
/** Steps that need only a press. */
export const PLAIN_STEPS = [
  'deliver',
  'collect',
  'pack',
  'unpack',
] as const satisfies readonly StaffStep[]
export type PlainStep = (typeof PLAIN_STEPS)[number]
/** Those that one of several parcels has, too. */
export type ParcelStep = 'deliver' | 'collect'
/** Steps that staff can undo until the shopper is informed. */
export const UNDO_STEPS = ['dispatch', 'deliver', 'collect'] as const
export type UndoStep = (typeof UNDO_STEPS)[number]

/** Reasons of a shopper to cancel. */
export const CANCEL_REASONS = [
  'I changed my mind',
  'I ordered by mistake',
  'The delivery takes too long',
  'Another reason',
] as const
/** Reasons of staff to cancel an order. The shopper is informed. */
export const STAFF_CANCEL_REASONS = [
  'At the request of the customer',
  'A piece is out of stock',
  'A piece was damaged before dispatch',
  'We cannot deliver to this address',
  'The parcel came back to us',
  'The parcel was lost',
] as const
/** The only reasons to cancel an order after dispatch. */
export const PARCEL_CANCEL_REASONS = [
  'The parcel came back to us',
  'The parcel was lost',
] as const satisfies readonly (typeof STAFF_CANCEL_REASONS)[number][]
export const isParcelCancelReason = (reason: (typeof STAFF_CANCEL_REASONS)[number]): boolean =>
  PARCEL_CANCEL_REASONS.some((known) => known === reason)
/** Reasons of staff to remove items from an order before dispatch. */
export const REDUCE_REASONS = [
  'At the request of the customer',
  'A piece is out of stock',
  'A piece was damaged before dispatch',
] as const satisfies readonly (typeof STAFF_CANCEL_REASONS)[number][]
/** Reasons of a shopper to return items. */
export const RETURN_REASONS = [
  'It does not fit',
  'It is not as described',
  'It arrived damaged',
  'The wrong piece arrived',
  'I changed my mind',
] as const

/** Carriers that the studio suggests. Others can be typed. */
export const CARRIERS = ['Blue Dart', 'Delhivery', 'DTDC', 'India Post', 'By hand'] as const

/** Maximum lengths of an order's texts. */
export const ORDER_LIMITS = {
  carrier: 60,
  trackingNumber: 60,
  note: 1_000,
  reason: 300,
} as const

/** Pattern of an order number: `KV-` and 8 of 32 unambiguous characters. */
export const ORDER_NUMBER_PATTERN = /^KV-[2-9A-HJ-NP-Z]{8}$/

/** Lists of the order desk other than by state. */
export const ORDER_VIEWS = [
  'to_dispatch',
  'packed',
  'missing_hsn',
  'overdue',
  'transfers',
  'to_collect',
  'returns',
  'to_pay_back',
  'refunds',
] as const
export type OrderView = (typeof ORDER_VIEWS)[number]

/** By the time of the order, or by the last promised day of those to send. */
export const ORDER_SORTS = ['newest', 'oldest', 'promised'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]
/** Views whose orders have a promised day that still counts. */
export const PROMISED_VIEWS: readonly OrderView[] = [
  'to_dispatch',
  'packed',
  'missing_hsn',
  'overdue',
]

/** Orders of one call that changes or prints many. */
export const MAX_ORDERS_AT_ONCE = 100

/** Suggested reasons for a change of stock. Editors can also write another one. */
export const STOCK_REASONS = ['Delivery', 'Counted again', 'Damaged', 'Lost', 'Returned'] as const
