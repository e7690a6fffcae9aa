import type { Generated } from 'kysely'
import type { ContactState, PageKind, ReviewState, WebVital } from '#src/contract/values.ts'
import type { StudioTables } from './studio-schema.ts'

// Rows of the database, equal on SQLite and PostgreSQL. Times are milliseconds since 1970, money is
// whole paise, booleans are 0 or 1, JSON is text.

export interface UserRow {
  id: string
  /** Normalised: trimmed, NFC, lower case. Unique among verified accounts. */
  email: string
  display_name: string
  /** PHC string of argon2id; null for an account without a password (Google). */
  password_hash: string | null
  phone: string
  gender: string
  dob: string
  photo_url: string
  role: string
  email_verified_at: number | null
  google_sub: string | null
  created_at: number
  updated_at: number
  /** Time at which an account ends whose email is not verified; null for a verified one. */
  expires_at: number | null
  /** Time at which an account with a verified email was deleted: its rows follow, and its own row is the last. */
  deleted_at: number | null
}

export interface AddressRow {
  id: string
  user_id: string
  position: number
  address: string
  city: string
  state: string
  pincode: string
  country: string
  is_default: number
}

export interface SessionRow {
  /** SHA-256 of the cookie's token, hex. The token itself is not stored. */
  token_hash: string
  /** Public id, by which the user ends the session. */
  id: string
  user_id: string
  device: string
  created_at: number
  last_seen_at: number
  expires_at: number
}

export interface MailTokenRow {
  /** SHA-256 of the mailed token, hex. */
  token_hash: string
  user_id: string
  purpose: 'verify-email' | 'reset-password'
  created_at: number
  expires_at: number
  used_at: number | null
}

export interface ProductRow {
  id: string
  slug: string
  title: string
  category: string
  price_paise: number
  /** Equal to `price_paise` without a discount. */
  list_price_paise: number
  stock: number
  published_at: number
  updated_at: number
  archived_at: number | null
  /** Index in the order of the catalogue. */
  position: number
  /**
   * The other fields of the entry, as JSON (`ProductDetail` of catalog/to-product.ts). PostgreSQL
   * generates the column `related` from it.
   */
  detail: string
  /** Number of the product's versions. */
  revision: number
}

/** A version of a product that an editor saved. */
export interface ProductVersionRow {
  product_id: string
  revision: number
  action: 'create' | 'update' | 'archive' | 'restore'
  editor_id: string | null
  saved_at: number
  /** The whole entry, as JSON. */
  entry: string
  archived: number
  /** The change of several products that it belongs to. */
  batch_id: string | null
}

/** A picture that a version of a product has. */
export interface ProductVersionPictureRow {
  product_id: string
  revision: number
  picture_hash: string
}

/** A category that was renamed, in lower case; its page redirects to that of today. */
export interface FormerCategoryRow {
  name: string
  category: string
}

/** A slug that a product had; its page redirects to the product. */
export interface FormerSlugRow {
  slug: string
  product_id: string
}

/** A change of the catalogue that is not published. */
export interface PublishRequestRow {
  id: string
  created_at: number
  /** The product or the record of content, and the editor; null for a catalogue kept elsewhere. */
  product_id: string | null
  editor_id: string | null
  /** What was done, e.g. `Saved Moon Phase`. */
  summary: string
  /** The number of products with which an editor accepts a much smaller catalogue. */
  accepted_products: number | null
}

/** The one row with the result of the last publish. */
export interface PublishResultRow {
  id: number
  release: string
  published_at: number | null
  /** Why it failed; empty otherwise. */
  error: string
  /** Products of the site and of the catalogue, when it failed because that has many fewer. */
  live_products: number | null
  refused_products: number | null
  /** The release that stays live until changes are published again; empty otherwise. */
  pinned: string
  /** Pages of the publish that runs; both 0 when none does. */
  pages_done: number
  pages_total: number
  started_at: number | null
}

export interface PictureRow {
  /** SHA-256 of the source file, first 32 hex digits. */
  hash: string
  width: number
  height: number
  /** Format of the source file: webp, jpeg, png or avif. */
  format: string
  /** A 16-pixel-wide WebP as a data URL. */
  placeholder: string
  created_at: number
}

export interface ProductPictureRow {
  product_id: string
  position: number
  picture_hash: string
  alt: string
  /** The point that stays visible when the picture is cropped, in percent. */
  focus_x: number
  focus_y: number
}

export interface CartItemRow {
  id: string
  user_id: string
  product_id: string
  /** The variant as canonical JSON with sorted keys. A line is unique per product and variant. */
  variant: string
  quantity: number
  created_at: number
}

/** Gift wrap of a user's cart. */
export interface CartGiftRow {
  user_id: string
  wrap: number
  /** The words on the card; may be empty. */
  note: string
}

/** A user who is told when a sold-out product returns. */
export interface StockAlertRow {
  user_id: string
  product_id: string
  /** Canonical JSON of the choice that is waited for; empty for any of the product's. */
  variant: string
  created_at: number
  /** Time of the mail; null until the product is in stock. */
  sent_at: number | null
  /** SHA-256 of the token in the mail's link that ends all alerts, hex. */
  token_hash: string | null
}

/** A review of a product, one per product and account. */
export interface ReviewRow {
  id: string
  product_id: string
  /** Null for a review of the seed. */
  user_id: string | null
  /** First name of the author when it was written. */
  author: string
  stars: number
  title: string
  text: string
  /** Whether an order of the author had the product when it was written. */
  is_verified_purchase: number
  state: ReviewState
  /** Why an editor rejected it; empty otherwise. */
  reason: string
  /** Time of the text, which an edit replaces. */
  written_at: number
}

export interface WishlistItemRow {
  user_id: string
  product_id: string
  created_at: number
  /** Unit price when it was added; null for items of earlier releases. */
  price_paise: number | null
  /** Variant and quantity of a line saved for later, as JSON; null where none was chosen. */
  saved_line: string | null
}

/** A wishlist that is shared by a link. */
export interface WishlistShareRow {
  user_id: string
  /** In plain text: its owner copies the link again. */
  token: string
  created_at: number
}

export interface OrderRow {
  id: string
  /** Null once the account is deleted: the books keep the order. */
  user_id: string | null
  placed_at: number
  total_paise: number
  /** Shown as it is; null for orders of earlier releases. */
  state: string | null
  /** JSON of `OrderItem[]`; null for orders of earlier releases. */
  items: string | null
}

export interface IdempotencyRow {
  user_id: string
  key: string
  /** Hash of method, path and body; the same key with another hash is rejected. */
  request_hash: string
  status: number
  reply: string
  created_at: number
}

export interface OutboxRow {
  id: string
  /** The account that the mail is about, with which it is deleted; null for any other mail. */
  user_id: string | null
  recipient: string
  subject: string
  text: string
  html: string
  created_at: number
  /** Time of the next attempt; null after sending. */
  due_at: number | null
  attempts: number
  sent_at: number | null
  last_error: string | null
}

export interface ContactMessageRow {
  id: string
  topic: string
  first_name: string
  last_name: string
  email: string
  company: string
  /** What it is about (`CONTACT_SUBJECTS`), and the number of an order; empty where none is given. */
  subject: string
  order_number: string
  message: string
  created_at: number
  /** Time of the last word: that of the message, or of the last reply. */
  last_message_at: number
  state: ContactState
  /** For the team. */
  note: string
}

/** A reply to a message, as it was mailed. */
export interface ContactReplyRow {
  id: string
  message_id: string
  /** Name of the editor. */
  author: string
  text: string
  sent_at: number
}

/** How often a page was seen on one day. */
export interface PageViewCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  /** A page of the site; `/404` counts every other address. */
  path: string
  views: number
}

/** Visits with a value of a metric in one bucket (src/rules/web-vitals.ts). */
export interface WebVitalCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  page_kind: PageKind
  /** The build that was live, see `toBuildId`; empty when it is not known. */
  build: string
  metric: WebVital
  bucket: number
  visits: number
}

/** How often a text was searched for on one day, and how often that found nothing. */
export interface SearchCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  /** Folded: lower case without accents. */
  query: string
  searches: number
  without_results: number
}

export interface RateLimitRow {
  /** Name of the rate limit and SHA-256 of what it counts by: `<name>:<base64url>`. */
  key: string
  count: number
  expires_at: number
}

/** A nonce of a Google sign-in; deleted when it is used. */
export interface OidcNonceRow {
  /** SHA-256 of the nonce and the browser's token, hex. */
  nonce_hash: string
  expires_at: number
}

/** A browser that has signed in to an account. */
export interface KnownDeviceRow {
  /** SHA-256 of the account's email, hex. */
  email_hash: string
  /** SHA-256 of the token in the browser's cookie, hex. */
  token_hash: string
  expires_at: number
}

/** Named values, e.g. `catalogue.revision`. */
export interface SettingRow {
  name: string
  value: Generated<number>
}

export interface Database extends StudioTables {
  user: UserRow
  address: AddressRow
  session: SessionRow
  mail_token: MailTokenRow
  product: ProductRow
  picture: PictureRow
  product_picture: ProductPictureRow
  cart_item: CartItemRow
  cart_gift: CartGiftRow
  stock_alert: StockAlertRow
  wishlist_item: WishlistItemRow
  wishlist_share: WishlistShareRow
  review: ReviewRow
  order: OrderRow
  idempotency: IdempotencyRow
  outbox: OutboxRow
  contact_message: ContactMessageRow
  contact_reply: ContactReplyRow
  page_view_count: PageViewCountRow
  web_vital_count: WebVitalCountRow
  search_count: SearchCountRow
  rate_limit: RateLimitRow
  oidc_nonce: OidcNonceRow
  known_device: KnownDeviceRow
  setting: SettingRow
  product_version: ProductVersionRow
  product_version_picture: ProductVersionPictureRow
  former_slug: FormerSlugRow
  former_category: FormerCategoryRow
  publish_request: PublishRequestRow
  publish_result: PublishResultRow
}
