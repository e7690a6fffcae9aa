import { z } from 'zod'
import { OFFER_ICONS, SLUG_MAX, SLUG_PATTERN } from './values.ts'

const text = (max: number) => z.string().trim().min(1).max(max)

/** An amount in rupees with at most two decimals. */
export const rupees = z.number().min(0.01).max(999_999_999).multipleOf(0.01)

export const slug = z
  .string()
  .max(SLUG_MAX)
  .regex(SLUG_PATTERN, 'A slug is lower-case words joined by single hyphens')

/** Chosen or default options of a product, e.g. `{ Size: "UK 7", Colour: "Ruby" }`. */
export const variant = z.record(text(40), text(80)).default({})
export type Variant = Record<string, string>

export const option = z.strictObject({
  /** What is chosen, e.g. `Size`. */
  name: text(40),
  /** The choices in the order shown. */
  values: z.array(text(80)).min(1).max(40),
})
export type Option = z.output<typeof option>

export const offer = z.strictObject({
  icon: z.enum(OFFER_ICONS),
  title: text(60),
  detail: text(200),
})
export type Offer = z.output<typeof offer>

/** A titled section of the product page; the content may hold several paragraphs split by blank lines. */
export const section = z.strictObject({ title: text(80), content: z.string().trim().max(4000) })

export const warranty = z.strictObject({ duration: text(60), type: text(160) })

/** A picture and everything a layout needs to place it without a jump. */
export const picture = z.strictObject({
  /** Where its renditions live: `${base}/${width}.${format}`. Root-relative or absolute. */
  base: z.string().min(1).max(400),
  /** Pixels of the source; no rendition is wider. */
  width: z.int().positive(),
  height: z.int().positive(),
  alt: z.string().max(300),
  /** A 16-pixel-wide WebP as a data URL, shown until the picture arrives. */
  placeholder: z.string().max(1200),
})
export type Picture = z.output<typeof picture>

/** A product as the listing knows it (spec §3, listing item). */
export const listingItem = z.object({
  id: z.string().min(1),
  slug,
  title: text(200),
  price: rupees,
  /** List price before discount; equal to `price` where nothing is reduced. */
  actualPrice: rupees,
  images: z.array(z.string()),
  /** The first two pictures: the card and its second view. */
  pictures: z.array(picture),
  rating: z.number().min(0).max(5).optional(),
  reviews: z.int().min(0).optional(),
  category: text(40),
  tagline: z.string().max(120),
  /** The options a card adds with. */
  variant,
  stock: z.int().min(0),
  /** ISO 8601 instant; the listing's `new` sort goes by it. */
  publishedAt: z.iso.datetime(),
})
export type ListingItem = z.output<typeof listingItem>

export const relatedProduct = z.object({
  id: z.string(),
  slug,
  title: text(200),
  price: rupees,
  image: z.string(),
  picture: picture.optional(),
})
export type RelatedProduct = z.output<typeof relatedProduct>

/** A product as its own page knows it (spec §3, detail fields). */
export const product = z.object({
  id: z.string().min(1),
  slug,
  title: text(200),
  subtitle: z.string().max(200),
  tagline: z.string().max(120),
  category: text(40),
  images: z.array(z.string()),
  pictures: z.array(picture),
  price: rupees,
  /** List price before discount; equal to `price` where nothing is reduced. */
  originalPrice: rupees,
  /** Whole percent, 0 where nothing is reduced. */
  discountPercent: z.int().min(0).max(99),
  rating: z.number().min(0).max(5).optional(),
  reviewCount: z.int().min(0),
  /** What a shopper reads: "In stock", "Only 2 left.", "Sold out". */
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
  countryOfOrigin: z.string().max(60),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Product = z.output<typeof product>

export const productsResponse = z.object({
  products: z.array(listingItem),
  /** Grows with every change of the catalogue. */
  revision: z.int(),
})

/** The same call with `?detail=full`: every product as its page needs it, in one snapshot. */
export const catalogueResponse = z.object({ products: z.array(product), revision: z.int() })
export type Catalogue = z.output<typeof catalogueResponse>

export const productResponse = z.object({ product, message: z.string().optional() })

/** One product as editors and the seed write it; the server derives the rest. */
export const catalogueEntry = z.strictObject({
  slug,
  title: text(200),
  subtitle: text(200),
  category: text(40),
  tagline: text(120),
  /** Selling price in rupees. */
  price: rupees,
  /** List price in rupees where the piece is reduced; always above `price`. */
  listPrice: rupees.optional(),
  rating: z.number().min(0).max(5).optional(),
  reviewCount: z.int().min(0),
  stock: z.int().min(0).max(100_000),
  /** Options a shopper chooses from, e.g. sizes. Empty where there is nothing to choose. */
  options: z.array(option).max(4),
  /** What the card adds with: one of each option, and fixed traits such as the colour. */
  variant,
  highlights: z.array(text(200)).min(1).max(12),
  description: z.array(section).min(1).max(12),
  technicalDetails: z.record(text(60), text(300)),
  warranty,
  offers: z.array(offer).max(6),
  countryOfOrigin: text(60),
  publishedAt: z.iso.datetime(),
  /** Slugs of related products, best first. */
  related: z.array(slug).max(12),
  /** Keys of the pictures, in order: files of the seed, or hashes of uploads. */
  pictures: z.array(z.strictObject({ file: text(200), alt: z.string().trim().max(300) })).max(20),
})
export type CatalogueEntry = z.output<typeof catalogueEntry>
