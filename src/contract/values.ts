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

export const GENDERS = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof GENDERS)[number]

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

/** Formats of a rendition, the preferred one first. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]

/** What an offer can write on a piece: the name of its field, and of its value in a line's variant. */
export const OFFER_FIELD_NAMES = ['Engraving', 'Initials', 'Monogram'] as const

/** `initials`: capital letters A to Z. `text`: letters, digits, spaces and a few signs. */
export const OFFER_FIELD_LETTERS = ['initials', 'text'] as const

/** Longest text of an offer's field, in characters. */
export const MAX_OFFER_TEXT = 40

export const CONTACT_TOPICS = ['contact', 'partner'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]
/** What has been done about a message of the contact or partner form. */
export const CONTACT_STATES = ['new', 'open', 'done'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** Shape of a product slug: lower-case words joined by single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const MAX_SLUG_LENGTH = 80
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

/** Shape of an e-mail address after trimming. */
export const EMAIL_PATTERN = /^[^\s@<>"(),:;[\]\\\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)+$/u

// Limits of texts are in characters. The contract's schemas enforce them; forms stop at them.

/** `password` counts code points after NFC and is enforced by the server's password rules. */
export const ACCOUNT_LIMITS = { name: 80, email: 254, phone: 24, password: 128 } as const

/** Longest texts of an address, by field. */
export const ADDRESS_LIMITS = {
  address: 200,
  city: 80,
  state: 80,
  pincode: 12,
  country: 80,
} as const

/** Longest note of a gift. */
export const GIFT_NOTE_LENGTH = 200

/** Most addresses of one account. */
export const MAX_ADDRESSES = 20

/** Longest texts of the contact and partner forms; `name` is the limit of first and last name. */
export const CONTACT_LIMITS = {
  name: 80,
  company: 120,
  message: 5_000,
  orderNumber: 40,
  note: 1_000,
} as const

/** What a message of the contact form may be about. */
export const CONTACT_SUBJECTS = [
  'An order',
  'A piece',
  'A return or repair',
  'Something else',
] as const

/**
 * Why an admin deletes an account: chosen, not typed, so that the audit log keeps nothing of the person.
 */
export const DELETION_REASONS = [
  'Request of the customer',
  'Second account of a person',
  'Misuse',
  'Test account',
] as const

/** Longest texts of a review; `reason` is why an editor rejects one. */
export const REVIEW_LIMITS = { title: 100, text: 2_000, reason: 300 } as const

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
