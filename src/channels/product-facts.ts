import type { Product, Variant } from '#src/contract/catalog.ts'
import type { Facts } from '#src/contract/content.ts'
import { MAX_VARIANTS } from '#src/contract/values.ts'
import { toUniqueAddresses } from '#src/rules/address.ts'
import { brand, brandCategories } from '#src/rules/brand.ts'
import { formatInteger } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { type Attribute, listAttributes, toAttributes } from '#src/rules/product/attributes.ts'
import { listChoices, listCombinations, toFixedVariant } from '#src/rules/product/options.ts'
import { findReadableRating } from '#src/rules/product/reviews.ts'
import { getOffer, isNotOffered, toChoiceQuery } from '#src/rules/product/variants.ts'

/** The currency of every price. */
export const CURRENCY = 'INR'

/** What is offered: the product, or a variant of it. */
export interface OfferFacts {
  sku: string
  /** GTIN. */
  barcode: string | undefined
  /** Absolute; that of a variant with its own stock chooses it. */
  url: string
  /** Rupees with two decimals, e.g. `1200.00`. */
  price: string
  /** The price before a discount; equal to `price` without one. */
  listPrice: string
  isAvailable: boolean
  /** The first one is its own, where it has one. */
  images: { url: string; alt: string }[]
}

/** What every channel says of a product: pages, structured data, feeds and Markdown. */
export interface ProductFacts extends OfferFacts {
  id: string
  title: string
  description: string
  /** The range of all that can be bought, or of all that is offered where all is sold out. */
  priceRange: PriceRange
  listPriceRange: PriceRange
  brand: string
  category: string
  /** Those of every variant. */
  attributes: Attribute[]
  variants: VariantFacts[]
}

/** Rupees with two decimals. */
interface PriceRange {
  min: string
  max: string
}

/** A choice of options, e.g. one size. A product without a choice has none. */
export interface VariantFacts extends OfferFacts {
  id: string
  title: string
  chosen: Variant
  /** What is chosen, as attributes. */
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
  const slugs = toUniqueAddresses(
    shown.map((chosen) => Object.values(chosen).join(' ')),
    'variant',
  )
  return shown.map((chosen, index) => {
    const id = `${product.id}-${slugs[index]}`
    return {
      id,
      title: [product.title, ...Object.values(chosen)].join(', '),
      chosen,
      attributes: toAttributes(chosen),
      ...shared,
      sku: id,
      ...listOwnFacts(product, shared, { ...fixed, ...chosen }, toChoiceQuery(chosen)),
    }
  })
}

/** What a choice has of its own. */
function listOwnFacts(
  product: Product,
  { images, url }: OfferFacts,
  chosen: Variant,
  query = '',
): Partial<OfferFacts> {
  const { price, variant } = getOffer(product, chosen)
  if (!variant) return {}
  const own = images[variant.picture ?? -1]
  return {
    ...(variant.sku === undefined ? {} : { sku: variant.sku }),
    barcode: variant.barcode,
    url: url + query,
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
  // A product without a choice is its only variant.
  const own = variants.length === 0 ? listOwnFacts(product, offer, toFixedVariant(product)) : {}
  const offers = variants.length === 0 ? [{ ...offer, ...own }] : variants
  const inStock = offers.filter(({ isAvailable }) => isAvailable)
  const buyable = inStock.length > 0 ? inStock : offers
  return {
    id: product.id,
    title: product.title,
    description: productDescription(product),
    priceRange: toRange(buyable.map(({ price }) => price)),
    listPriceRange: toRange(buyable.map(({ listPrice }) => listPrice)),
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
 * Why the channels leave a product out: search engines reject an offer that lacks one of these. The
 * publisher names the product; its page is published without structured data.
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

/** The meta description of a product page, at most 160 characters. */
export function productDescription({ title, subtitle, tagline, ...product }: Product): string {
  const text = [subtitle, tagline].filter(Boolean).join('. ') || `${title} by ${brand.name}`
  return product.seoDescription ?? shorten(text)
}

/** The text with at most 160 characters. */
export const shorten = (text: string): string =>
  text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text

/** The meta description of the listing. */
export const listingDescription = (count: number, { returns }: Facts): string =>
  `${formatInteger(count)} pieces by ${brand.name}: ${brandCategories.join(', ')}. Free delivery, ${returns.returnDays} days to return.`
