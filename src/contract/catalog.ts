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

/** A text of one line. */
export const line = (max: number) => z.string().overwrite(normalizeLine).min(1).max(max)

/** A text that is compared with others, e.g. the value of an option. */
export const name = (max: number) => z.string().overwrite(normalizeName).min(1).max(max)

/** An amount in rupees with at most two decimals. */
export const rupees = z.number().min(0.01).max(999_999_999).multipleOf(0.01)

export const slug = z
  .string()
  .overwrite(normalizeName)
  .max(MAX_SLUG_LENGTH)
  .regex(SLUG_PATTERN, 'must be lower-case words joined by single hyphens, e.g. moon-phase')
  // Hosts of files serve the folder in its place.
  .refine((input) => input !== 'index', 'must not be “index”')

export const productId = z.string().min(1).max(100)

/** Chosen or default options of a product, e.g. `{ Size: "UK 7", Colour: "Ruby" }`. */
export const variant = z.record(name(40), name(80)).default({})
export type Variant = Record<string, string>

/** A choice of options as pages and clients see it (docs/decisions/0038-variants.md). */
export const shownVariant = z.object({
  /** One value of each option. */
  choice: z.record(name(40), name(80)),
  stock: z.int().min(0),
  /** Absent where it is the product's. */
  price: rupees.optional(),
  /** List price; absent without a price of its own, and without a discount. */
  originalPrice: rupees.optional(),
  sku: z.string().optional(),
  barcode: z.string().optional(),
  /** Index of its picture in those of the product. */
  picture: z.int().min(0).optional(),
})
export type ShownVariant = z.output<typeof shownVariant>

export const option = z.strictObject({
  /** E.g. `Size`. */
  name: name(40),
  /** The choices in display order. */
  values: z.array(name(80)).min(1).max(40),
})
export type Option = z.output<typeof option>

/** A text that the shopper gives with an offer, e.g. an engraving. It is part of the line's variant. */
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

/** The point of a picture that stays visible where it is cropped, in percent from the top left. */
export const focus = z.strictObject({
  x: z.int().min(0).max(100),
  y: z.int().min(0).max(100),
})
export type Focus = z.output<typeof focus>

/** How large a card shows a picture, in percent: 100 is the whole of it, 200 its middle half. */
export const zoom = z.int().min(MIN_ZOOM).max(MAX_ZOOM)

/** A picture with the size that a layout reserves for it. */
export const picture = z.strictObject({
  /** Base URL of the renditions `${base}/${width}.${format}`; root-relative or absolute. */
  base: z.string().min(1).max(400),
  /** Width of the source in pixels; no rendition is wider. */
  width: z.int().positive(),
  height: z.int().positive(),
  alt: z.string().max(300),
  /** A 16-pixel-wide WebP as a data URL, shown until the picture has loaded. */
  placeholder: z.string().max(1200),
  /** Absent for the centre. */
  focus: focus.optional(),
  /** On cards; absent for that of the product. */
  zoom: zoom.optional(),
  /** Shows the piece on a body or in a hand. */
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
  /** The name that editors have given to the category, where its address does not say it. */
  categoryName: text(40).optional(),
  tagline: z.string().max(120),
  /** Default variant; the card adds it, with the shopper's choices, to the cart. */
  variant,
  /** The options that a shopper chooses: those with more than one value. */
  options: z.array(option),
  /** Absent where all choices share price and stock. */
  variants: z.array(shownVariant).optional(),
  /** With variants: the sum of theirs. */
  stock: z.int().min(0),
  /** The size of the first picture, where it has none of its own: that of its category. */
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

/** A review as the page of its product shows it. */
export const review = z.object({
  id: z.string(),
  stars: z.int().min(1).max(5),
  title: z.string(),
  text: z.string(),
  /** First name; empty where the account has none. */
  author: z.string(),
  /** When the text was written; ISO 8601. */
  date: z.iso.datetime(),
  /** An order of the author has the product. */
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
  /** For search results and link previews, in place of title and subtitle. */
  seoTitle: z.string().optional(),
  seoDescription: z.string().optional(),
  category: text(40),
  /** The name that editors have given to the category, where its address does not say it. */
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
  /** Numbers of reviews with one to five stars; empty in a catalogue without reviews to read. */
  ratingCounts: z.array(z.int().min(0)).max(5).default([]),
  /** The newest reviews, newest first, at most `SHOWN_REVIEWS`. */
  newestReviews: z.array(review).default([]),
  /** Shopper-facing text: "In stock", "Only 2 left." or "Sold out". */
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
  /** Absent where all choices share price and stock. `price` is the lowest in stock, `stock` the sum. */
  variants: z.array(shownVariant).optional(),
  countryOfOrigin: z.string().max(60),
  /** The size of the first picture on cards, where it has none of its own: that of its category. */
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
  /** Increases with every change of the catalogue. */
  revision: z.int(),
})

const numbers = z.array(z.number())
/** Lists of numbers, e.g. `3 14,,7`. */
const lists = z.string()
const texts = z.array(z.string())
/** A text for each product, or each word, on a line of its own. */
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

/** A record of content that differs from the text which comes with the shop, as pages get it. */
export const siteRecord = z.object({
  /** See src/contract/content-api.ts. */
  id: z.string().max(200),
  /** Differs with every change. */
  version: z.string().max(100),
  /** A picture that was uploaded has its addresses in `picture`. */
  body: z.record(z.string(), z.unknown()),
})
export type SiteRecord = z.output<typeof siteRecord>

/** Response with `?detail=full`: all products with their detail fields, read in one snapshot. */
export const catalogResponse = z.object({
  products: z.array(product),
  revision: z.int(),
  /** Former slugs of products on sale, with the slug of today. */
  moved: z.record(slug, slug).default({}),
  /** Categories that were renamed, in lower case, with that of today. */
  movedCategories: z.record(text(40), text(40)).default({}),
  /** Slugs of archived products. */
  gone: z.array(slug).default([]),
  /** Records of content that editors have changed. */
  content: z.array(siteRecord).default([]),
})
export type Catalog = z.output<typeof catalogResponse>

export const productResponse = z.object({ product, message: z.string().optional() })
