import type { Product, Variant } from '#src/contract/catalog.ts'
import { brand } from './brand.ts'
import { formatInteger } from './money.ts'
import { listChoices, toFixedVariant } from './options.ts'
import { productPath } from './paths.ts'
import { largestUrl } from './pictures.ts'
import { policyFigures } from './policies.ts'
import { findReadableRating } from './reviews.ts'

/** What every channel says of a product: pages, structured data, feeds and Markdown. */
export interface ProductFacts {
  id: string
  title: string
  description: string
  /** Absolute. */
  url: string
  /** Rupees with two decimals, e.g. `1200.00`. */
  price: string
  /** The price before a discount; equal to `price` without one. */
  listPrice: string
  isAvailable: boolean
  images: { url: string; alt: string }[]
  brand: string
  category: string
  variants: VariantFacts[]
}

/** A choice of options, e.g. one size. A product without a choice has none. */
export interface VariantFacts {
  id: string
  title: string
  /** What is chosen, and what is fixed. */
  chosen: Variant
  fixed: Variant
}

/** Combinations beyond this are left out of feeds: a search engine reads no more of one product. */
const MAX_VARIANTS = 100

const toSlug = (value: string): string =>
  value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** What an option chooses, where channels have a field for it: `Strap size` chooses a size. */
export function findOptionKind(name: string): 'size' | 'colour' | 'material' | undefined {
  if (/\bsize$/i.test(name)) return 'size'
  if (/\bcolou?r$/i.test(name)) return 'colour'
  return /\bmaterial$/i.test(name) ? 'material' : undefined
}

function listVariants(product: Product): VariantFacts[] {
  const choices = listChoices(product.options)
  if (choices.length === 0) return []
  const combinations = choices.reduce<Variant[]>(
    (found, { name, values }) =>
      found.flatMap((variant) => values.map((value) => ({ ...variant, [name]: value }))),
    [{}],
  )
  const fixed = toFixedVariant(product)
  return combinations.slice(0, MAX_VARIANTS).map((chosen) => ({
    id: [product.id, ...Object.values(chosen).map(toSlug)].join('-'),
    title: [product.title, ...Object.values(chosen)].join(', '),
    ...{ chosen, fixed },
  }))
}

export function toProductFacts(product: Product, site: URL | undefined): ProductFacts {
  const toUrl = (path: string) => new URL(path, site).href
  return {
    id: product.id,
    title: product.title,
    description: productDescription(product),
    url: toUrl(productPath(product.slug)),
    price: product.price.toFixed(2),
    listPrice: product.originalPrice.toFixed(2),
    isAvailable: product.stock > 0,
    images: product.pictures.map((picture) => ({
      url: toUrl(largestUrl(picture)),
      alt: picture.alt,
    })),
    brand: brand.name,
    category: product.category,
    variants: listVariants(product),
  }
}

/**
 * Why the channels leave a product out: search engines reject an offer that lacks one of these. The
 * publisher names the product; its page is published without structured data.
 */
export function findFeedFaults(product: Product): string[] {
  const faults: string[] = []
  if (product.pictures.length === 0) faults.push('has no picture')
  if (product.title.trim() === '') faults.push('has no title')
  if (!(product.price > 0)) faults.push('has no price')
  if (product.originalPrice < product.price) faults.push('has a list price below its price')
  const { rating } = findReadableRating(product) ?? {}
  if (rating !== undefined && (rating < 1 || rating > 5))
    faults.push('has a rating that is not from 1 to 5')
  return faults
}

export const isInFeeds = (product: Product): boolean => findFeedFaults(product).length === 0

/** The meta description of a product page, at most 160 characters. */
export function productDescription({ title, subtitle, tagline, ...product }: Product): string {
  const text = [subtitle, tagline].filter(Boolean).join('. ') || `${title} by ${brand.name}`
  return product.seoDescription ?? shorten(text)
}

/** The text with at most 160 characters. */
export const shorten = (text: string): string =>
  text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text

/** The meta description of the listing. */
export const listingDescription = (count: number): string =>
  `${formatInteger(count)} pieces by ${brand.name}: ${brand.categories.join(', ')}. Free delivery, ${policyFigures.returns.window} days to return.`
