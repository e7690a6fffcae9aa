import { z } from 'zod'
import { normalizeLine, normalizeName, normalizeText } from './normal-text.ts'
import {
  MAX_NAMED_SLUGS,
  MAX_OFFER_TEXT,
  MAX_SLUG_LENGTH,
  MAX_ZOOM,
  MIN_ZOOM,
  OFFER_FIELD_LETTERS,
  OFFER_FIELD_NAMES,
  OFFER_ICONS,
  SLUG_PATTERN,
} from './values.ts'

export const text = (max: number) => z.string().overwrite(normalizeText).min(1).max(max)

/** A single-line text. */
export const line = (max: number) => z.string().overwrite(normalizeLine).min(1).max(max)

/** A text that is compared with others, e.g. the value of an option. */
export const name = (max: number) => z.string().overwrite(normalizeName).min(1).max(max)

/** Rupees with at most two decimals. */
export const rupees = z.number().min(0.01).max(999_999_999).multipleOf(0.01)

export const slug = z
  .string()
  .overwrite(normalizeName)
  .max(MAX_SLUG_LENGTH)
  .regex(SLUG_PATTERN, 'must be lower-case words joined by single hyphens, e.g. moon-phase')
  // File hosts would serve a folder for `index`.
  .refine((input) => input !== 'index', 'must not be “index”')

export const productId = z.string().min(1).max(100)

/** Chosen or default option values, e.g. `{ Size: "UK 7", Colour: "Ruby" }`. */
export const variant = z.record(name(40), name(80)).default({})
export type Variant = Record<string, string>

/** A variant as pages and clients see it (docs/decisions/0111-variants-of-shared-stock.md). */
export const shownVariant = z.object({
  /** One value for each option. */
  choice: z.record(name(40), name(80)),
  stock: z.int().min(0),
  /** Absent if it equals the product's price. */
  price: rupees.optional(),
  /** List price; absent without an own price or without a discount. */
  originalPrice: rupees.optional(),
  sku: z.string().optional(),
  barcode: z.string().optional(),
  /** Index in the pictures of the product. */
  picture: z.int().min(0).optional(),
})
export type ShownVariant = z.output<typeof shownVariant>

export const option = z.strictObject({
  /** E.g. `Size`. */
  name: name(40),
  /** In display order. */
  values: z.array(name(80)).min(1).max(40),
})
export type Option = z.output<typeof option>

/** A text that the shopper enters for an offer, e.g. an engraving. It is part of the line's variant. */
export const offerField = z.strictObject({
  name: z.enum(OFFER_FIELD_NAMES),
  letters: z.enum(OFFER_FIELD_LETTERS),
  /** In characters. */
  maxLength: z.int().min(1).max(MAX_OFFER_TEXT),
})
export type OfferField = z.output<typeof offerField>

export const offer = z.strictObject({
  icon: z.enum(OFFER_ICONS),
  title: text(60),
  detail: text(200),
  field: offerField.optional(),
})
export type Offer = z.output<typeof offer>

/** A titled section of the product page. Blank lines separate the paragraphs of `content`. */
export const section = z.strictObject({
  title: text(80),
  content: z.string().overwrite(normalizeText).max(4000),
})

export const warranty = z.strictObject({ duration: text(60), type: text(160) })

/** The point of a picture that stays visible when it is cropped, in percent from the top left. */
export const focus = z.strictObject({
  x: z.int().min(0).max(100),
  y: z.int().min(0).max(100),
})
export type Focus = z.output<typeof focus>

/** Scale of a picture on cards, in percent: 100 is the whole picture, 200 its middle half. */
export const zoom = z.int().min(MIN_ZOOM).max(MAX_ZOOM)

/** A picture with its size, so that a layout can reserve the space. */
export const picture = z.strictObject({
  /** Base URL of the renditions `${base}/${width}.${format}`; root-relative or absolute. */
  base: z.string().min(1).max(400),
  /** Width of the source in pixels. No rendition is wider. */
  width: z.int().positive(),
  height: z.int().positive(),
  alt: z.string().max(300),
  /** A 16-pixel-wide WebP as a data URL, shown until the picture has loaded. */
  placeholder: z.string().max(1200),
  /** Absent for the centre. */
  focus: focus.optional(),
  /** On cards; absent to use the product's. */
  zoom: zoom.optional(),
  /** Whether it shows the product on a person. */
  worn: z.boolean().optional(),
})
export type Picture = z.output<typeof picture>

/** Listing item of spec §3. */
export const listingItem = z.object({
  id: z.string().min(1),
  slug,
  title: text(200),
  price: rupees,
  /** List price in rupees; equal to `price` without a discount. */
  actualPrice: rupees,
  images: z.array(z.string()),
  /** The first three pictures. */
  pictures: z.array(picture),
  rating: z.number().min(0).max(5).optional(),
  reviews: z.int().min(0).optional(),
  category: text(40),
  /** The category's name, if it differs from its address. */
  categoryName: text(40).optional(),
  tagline: z.string().max(120),
  /** The default variant. The card adds it to the cart with the shopper's choices. */
  variant,
  /** Options with more than one value. */
  options: z.array(option),
  /** Absent if all variants share price and stock. */
  variants: z.array(shownVariant).optional(),
  /** With variants: the sum of their stock. */
  stock: z.int().min(0),
  /** Size of the first picture on cards, from the category; the picture's own one takes precedence. */
  zoom: zoom.optional(),
  /** ISO 8601 instant; key of the listing's `new` sort. */
  publishedAt: z.iso.datetime(),
})
export type ListingItem = z.output<typeof listingItem>

export const relatedProduct = z.object({
  id: z.string(),
  slug,
  title: text(200),
  price: rupees,
  /** Whether the price is the lowest of several. */
  priceFrom: z.boolean().optional(),
  image: z.string(),
  picture: picture.optional(),
  /** Why it is shown, e.g. `Same stone: emerald`. */
  reason: z.string(),
})
export type RelatedProduct = z.output<typeof relatedProduct>

/** A review for the product page. */
export const review = z.object({
  id: z.string(),
  stars: z.int().min(1).max(5),
  title: z.string(),
  text: z.string(),
  /** First name; empty if the account has none. */
  author: z.string(),
  /** Time of writing; ISO 8601. */
  date: z.iso.datetime(),
  /** Whether an order of the author contains the product. */
  isVerifiedPurchase: z.boolean(),
})
export type Review = z.output<typeof review>

/** Detail fields of spec §3. */
export const product = z.object({
  id: z.string().min(1),
  slug,
  title: text(200),
  subtitle: z.string().max(200),
  tagline: z.string().max(120),
  /** For search results and link previews, instead of title and subtitle. */
  seoTitle: z.string().optional(),
  seoDescription: z.string().optional(),
  category: text(40),
  /** The category's name, if it differs from its address. */
  categoryName: text(40).optional(),
  images: z.array(z.string()),
  pictures: z.array(picture),
  price: rupees,
  /** List price in rupees; equal to `price` without a discount. */
  originalPrice: rupees,
  /** Whole percent; 0 without a discount. */
  discountPercent: z.int().min(0).max(99),
  rating: z.number().min(0).max(5).optional(),
  reviewCount: z.int().min(0),
  /** Number of reviews with one to five stars; empty if the catalogue has no readable reviews. */
  ratingCounts: z.array(z.int().min(0)).max(5).default([]),
  /** The newest reviews, newest first, at most `SHOWN_REVIEWS`. */
  newestReviews: z.array(review).default([]),
  /** Text for shoppers: "In stock", "Only 2 left." or "Sold out". */
  availability: z.string().max(80),
  stock: z.int().min(0),
  offers: z.array(offer),
  highlights: z.array(text(200)),
  description: z.array(section),
  technicalDetails: z.record(z.string().max(60), z.string().max(300)),
  warranty: z.object({ duration: z.string().max(60), type: z.string().max(160) }).optional(),
  relatedProducts: z.array(relatedProduct),
  variant,
  options: z.array(option),
  /** Ids of its variants in feeds, structured data and UCP; absent if no channel reads them. */
  publicIds: z.array(z.object({ choice: variant, id: z.string() })).optional(),
  /** Absent if all variants share price and stock. `price` is the lowest in stock, `stock` the sum. */
  variants: z.array(shownVariant).optional(),
  countryOfOrigin: z.string().max(60),
  /** Size of the first picture on cards, from the category; the picture's own one takes precedence. */
  zoom: zoom.optional(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Product = z.output<typeof product>

/** Slugs joined by commas, at most `MAX_NAMED_SLUGS`. */
export const namedSlugs = z
  .string()
  .max(MAX_NAMED_SLUGS * (MAX_SLUG_LENGTH + 1))
  .regex(/^[a-z0-9-]+(?:,[a-z0-9-]+)*$/, 'Slugs are joined by commas')

export const productsResponse = z.object({
  products: z.array(listingItem),
  /** Raised by each change of the catalogue. */
  revision: z.int(),
})

const numbers = z.array(z.number())
/** Lists of numbers, e.g. `3 14,,7`. */
const lists = z.string()
const texts = z.array(z.string())
/** One line per product or word. */
const textLines = z.string()

/** `PackedIndex` of rules/search/search.ts. */
export const searchResponse = z.object({
  words: textLines,
  categories: texts,
  colours: texts,
  materials: texts,
  sizes: texts,
  details: texts,
  slug: textLines,
  title: textLines,
  category: numbers,
  price: numbers,
  from: numbers.optional(),
  names: z.record(z.string(), z.string()).optional(),
  stock: numbers,
  publishedAt: numbers,
  colour: lists,
  material: lists,
  size: lists,
  detail: lists,
  titleWords: lists,
  mainWords: lists,
  otherWords: lists,
  rules: z.object({
    same: texts,
    means: z.array(z.tuple([z.string(), z.string()])),
    pins: z.array(z.tuple([z.string(), texts])),
  }),
  total: z.int().optional(),
})

/** A content record that differs from the default text, as pages receive it. */
export const siteRecord = z.object({
  /** See src/contract/content-api.ts. */
  id: z.string().max(200),
  /** Different after each change. */
  version: z.string().max(100),
  /** Uploaded pictures have their addresses in `picture`. */
  body: z.record(z.string(), z.unknown()),
})
export type SiteRecord = z.output<typeof siteRecord>

/** Response with `?detail=full`: all products with their details, from one snapshot. */
export const catalogResponse = z.object({
  products: z.array(product),
  revision: z.int(),
  /** Current paths of products and records, by former path. */
  moved: z.record(z.string(), z.string()).default({}),
  /** Current addresses of categories, by former address. */
  movedCategories: z.record(text(40), text(40)).default({}),
  /** Paths of archived pages. */
  gone: z.array(z.string()).default([]),
  /** Content records that editors have changed. */
  content: z.array(siteRecord).default([]),
})
export type Catalog = z.output<typeof catalogResponse>

export const productResponse = z.object({ product, message: z.string().optional() })
