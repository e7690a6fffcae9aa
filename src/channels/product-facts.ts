import type { Product, Variant } from '#src/contract/catalog.ts'
import type { Facts } from '#src/contract/content.ts'
import { MAX_VARIANTS } from '#src/contract/values.ts'
import { toAddress } from '#src/editing/address.ts'
import { brand, brandCategories } from '#src/rules/brand.ts'
import { formatInteger } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { type Attribute, listAttributes, toAttributes } from '#src/rules/product/attributes.ts'
import { toCanonicalJson } from '#src/rules/product/choice-ids.ts'
import { listChoices, listCombinations, toFixedVariant } from '#src/rules/product/options.ts'
import { findReadableRating } from '#src/rules/product/reviews.ts'
import { getOffer, isNotOffered, toChoiceQuery } from '#src/rules/product/variants.ts'

/** Currency of all prices. */
export const CURRENCY = 'INR'

/** An offer: a product, or one of its variants. */
export interface OfferFacts {
  sku: string
  /** GTIN. */
  barcode: string | undefined
  /** Absolute. The address of a variant selects it. */
  url: string
  /** Rupees with two decimals, e.g. `1200.00`. */
  price: string
  /** The price before a discount; equal to `price` without one. */
  listPrice: string
  isAvailable: boolean
  /** The variant's own picture comes first, if it has one. */
  images: { url: string; alt: string }[]
}

/** The facts about a product for every channel: pages, structured data, feeds and Markdown. */
export interface ProductFacts extends OfferFacts {
  id: string
  title: string
  description: string
  /** Range of the offers in stock, or of all offers if all are sold out. */
  priceRange: PriceRange
  listPriceRange: PriceRange
  brand: string
  category: string
  /** Attributes of all variants. */
  attributes: Attribute[]
  variants: VariantFacts[]
}

/** Rupees with two decimals. */
interface PriceRange {
  min: string
  max: string
}

/** A combination of option values, e.g. one size. A product without options has none. */
export interface VariantFacts extends OfferFacts {
  id: string
  title: string
  chosen: Variant
  /** The chosen values, as attributes. */
  attributes: Attribute[]
}

function listVariants(product: Product, shared: OfferFacts): VariantFacts[] {
  const choices = listChoices(product.options)
  if (choices.length === 0) return []
  const fixed = toFixedVariant(product)
  const offered = listCombinations(choices).filter(
    (chosen) => !isNotOffered(product.variants, { ...fixed, ...chosen }),
  )
  const shown = offered.slice(0, MAX_VARIANTS)
  const publicIds = new Map(
    product.publicIds?.map(({ choice, id }) => [toCanonicalJson(choice), id]),
  )
  return shown.map((chosen) => {
    const choice = product.options.map(({ name, values: [first = ''] }) => [
      name,
      chosen[name] ?? first,
    ])
    const id =
      publicIds.get(toCanonicalJson(Object.fromEntries(choice))) ?? toUnsavedId(product, chosen)
    return {
      id,
      title: [product.title, ...Object.values(chosen)].join(', '),
      chosen,
      attributes: toAttributes(chosen),
      ...shared,
      sku: id,
      url: shared.url + toChoiceQuery(chosen),
      ...listOwnFacts(product, shared, { ...fixed, ...chosen }),
    }
  })
}

/** Returns the id of a variant that is not saved, as in a preview. */
const toUnsavedId = ({ id }: Product, chosen: Variant): string =>
  `${id}-${toAddress(Object.values(chosen).join(' '))}`

/** Returns the fields that belong to one variant. */
function listOwnFacts(
  product: Product,
  { images }: OfferFacts,
  chosen: Variant,
): Partial<OfferFacts> {
  const { price, variant } = getOffer(product, chosen)
  if (!variant) return {}
  const own = images[variant.picture ?? -1]
  return {
    ...(variant.sku === undefined ? {} : { sku: variant.sku }),
    barcode: variant.barcode,
    isAvailable: variant.stock > 0,
    ...(variant.price === undefined
      ? {}
      : { price: price.toFixed(2), listPrice: (variant.originalPrice ?? price).toFixed(2) }),
    ...(own ? { images: [own, ...images.filter((image) => image !== own)] } : {}),
  }
}

export function toProductFacts(product: Product, site: URL | undefined): ProductFacts {
  const toUrl = (path: string) => new URL(path, site).href
  const offer: OfferFacts = {
    sku: product.id,
    barcode: undefined,
    url: toUrl(productPath(product.slug)),
    price: product.price.toFixed(2),
    listPrice: product.originalPrice.toFixed(2),
    isAvailable: product.stock > 0,
    images: product.pictures.map((picture) => ({
      url: toUrl(largestUrl(picture)),
      alt: picture.alt,
    })),
  }
  const variants = listVariants(product, offer)
  // A product without options is its only variant.
  const own = variants.length === 0 ? listOwnFacts(product, offer, toFixedVariant(product)) : {}
  const offers = variants.length === 0 ? [{ ...offer, ...own }] : variants
  const inStock = offers.filter(({ isAvailable }) => isAvailable)
  const shownOffers = inStock.length > 0 ? inStock : offers
  return {
    id: product.id,
    title: product.title,
    description: productDescription(product),
    priceRange: toRange(shownOffers.map(({ price }) => price)),
    listPriceRange: toRange(shownOffers.map(({ listPrice }) => listPrice)),
    brand: brand.name,
    category: product.categoryName ?? product.category,
    attributes: listAttributes(product, Object.keys(variants[0]?.chosen ?? {})),
    variants,
    ...offer,
    ...own,
  }
}

function toRange(prices: string[]): PriceRange {
  const numbers = prices.map(Number)
  return { min: Math.min(...numbers).toFixed(2), max: Math.max(...numbers).toFixed(2) }
}

/**
 * Returns why channels leave a product out. Search engines reject an offer without one of these.
 * The publisher reports the product, and its page has no structured data.
 */
export function findFeedErrors(product: Product): string[] {
  const errors: string[] = []
  if (product.pictures.length === 0) errors.push('has no picture')
  if (product.title.trim() === '') errors.push('has no title')
  if (!(product.price > 0)) errors.push('has no price')
  if (product.originalPrice < product.price) errors.push('has a list price below its price')
  const { rating } = findReadableRating(product) ?? {}
  if (rating !== undefined && (rating < 1 || rating > 5))
    errors.push('has a rating that is not from 1 to 5')
  return errors
}

export const isInFeeds = (product: Product): boolean => findFeedErrors(product).length === 0

/** Returns the meta description of a product page, at most 160 characters. */
export function productDescription({ title, subtitle, tagline, ...product }: Product): string {
  const text = [subtitle, tagline].filter(Boolean).join('. ') || `${title} by ${brand.name}`
  return product.seoDescription ?? shorten(text)
}

/** Shortens a text to 160 characters. */
export const shorten = (text: string): string =>
  text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text

/** Returns the meta description of the listing. */
export const listingDescription = (count: number, { returns }: Facts): string =>
  `${formatInteger(count)} pieces by ${brand.name}: ${brandCategories.join(', ')}. Free delivery, ${returns.returnDays} days to return.`
