// Ships to browsers: plain values only, no zod here.

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

/** Sort values of the listing (spec §9; `new` from the decisions on /store). */
export const SORTS = ['default', 'price-low-high', 'price-high-low', 'new'] as const
export type Sort = (typeof SORTS)[number]

export const GENDERS = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof GENDERS)[number]

/** Payment methods of the checkout; the first is the default (spec §9). */
export const PAYMENT_METHODS = ['razorpay', 'cod'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const ROLES = ['customer', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Icons an offer may carry; each is drawn by the site itself. */
export const OFFER_ICONS = ['gift', 'tag', 'card', 'truck', 'refresh', 'shield', 'spark'] as const

/** Widths in which every picture is made, in pixels; never wider than its source. */
export const RENDITION_WIDTHS = [240, 480, 720, 960] as const

/** Formats of a rendition, the better one first. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]

export const CONTACT_TOPICS = ['contact', 'partner'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

/** Shape of a product slug: lower-case words joined by single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const SLUG_MAX = 80
