import {
  CURRENCY,
  type OfferFacts,
  type ProductFacts,
  type VariantFacts,
} from '#src/channels/product-facts.ts'
import type { Product } from '#src/contract/catalog.ts'
import { toPaise } from '#src/rules/money.ts'
import { findReadableRating } from '#src/rules/product/reviews.ts'

// Products as the Universal Commerce Protocol has them (README.md), for its calls and for the JSON feed.

/** Minor units. */
interface UcpPrice {
  amount: number
  currency: typeof CURRENCY
}

interface UcpMedia {
  type: 'image'
  url: string
  alt_text: string
}

/** A value of an option that is chosen. */
export interface UcpSelection {
  name: string
  label: string
}

export interface UcpVariant {
  /** The id of the product if it has no choice. */
  id: string
  sku: string
  barcodes?: { type: 'GTIN'; value: string }[]
  title: string
  description: { plain: string }
  url: string
  price: UcpPrice
  list_price?: UcpPrice
  availability: { available: boolean; status: 'in_stock' | 'out_of_stock' }
  condition: 'new'
  options?: UcpSelection[]
  /** Its first picture. */
  media: UcpMedia[]
}

export interface UcpProduct {
  id: string
  handle: string
  title: string
  brand: string
  description: { plain: string }
  url: string
  categories: { value: string; taxonomy: 'merchant' }[]
  price_range: { min: UcpPrice; max: UcpPrice }
  list_price_range?: { min: UcpPrice; max: UcpPrice }
  media: UcpMedia[]
  options: { name: string; values: { label: string }[] }[]
  variants: UcpVariant[]
  rating?: { value: number; scale_max: 5; count: number }
  /** The attributes of every variant. */
  metadata?: Record<string, string>
}

const toPrice = (price: string): UcpPrice => ({
  amount: toPaise(Number(price)),
  currency: CURRENCY,
})

const toPriceRange = ({ min, max }: ProductFacts['priceRange']) => ({
  min: toPrice(min),
  max: toPrice(max),
})

const toMedia = ({ url, alt }: OfferFacts['images'][number]): UcpMedia => ({
  type: 'image',
  url,
  alt_text: alt,
})

function toVariant(
  own: OfferFacts & Pick<VariantFacts, 'id' | 'title'> & Partial<VariantFacts>,
  { description }: ProductFacts,
): UcpVariant {
  return {
    id: own.id,
    sku: own.sku,
    ...(own.barcode ? { barcodes: [{ type: 'GTIN', value: own.barcode }] } : {}),
    title: own.title,
    description: { plain: description },
    url: own.url,
    price: toPrice(own.price),
    ...(own.listPrice === own.price ? {} : { list_price: toPrice(own.listPrice) }),
    availability: {
      available: own.isAvailable,
      status: own.isAvailable ? 'in_stock' : 'out_of_stock',
    },
    condition: 'new',
    ...(own.chosen
      ? { options: Object.entries(own.chosen).map(([name, label]) => ({ name, label })) }
      : {}),
    media: own.images.slice(0, 1).map(toMedia),
  }
}

export function toUcpProduct(product: Product, facts: ProductFacts): UcpProduct {
  const readable = findReadableRating(product)
  const offers = facts.variants.length === 0 ? [facts] : facts.variants
  const isReduced = offers.some((own) => own.listPrice !== own.price)
  return {
    id: facts.id,
    handle: product.slug,
    title: facts.title,
    brand: facts.brand,
    description: { plain: facts.description },
    url: facts.url,
    categories: [{ value: facts.category, taxonomy: 'merchant' }],
    price_range: toPriceRange(facts.priceRange),
    ...(isReduced ? { list_price_range: toPriceRange(facts.listPriceRange) } : {}),
    media: facts.images.map(toMedia),
    // Without a value that no variant has.
    options: product.options.flatMap(({ name, values }) => {
      const offered = values.filter((label) =>
        facts.variants.some(({ chosen }) => chosen[name] === label),
      )
      return offered.length > 0 ? [{ name, values: offered.map((label) => ({ label })) }] : []
    }),
    variants: offers.map((own) => toVariant(own, facts)),
    ...(readable
      ? { rating: { value: readable.rating, scale_max: 5, count: readable.reviewCount } }
      : {}),
    ...(facts.attributes.length > 0
      ? { metadata: Object.fromEntries(facts.attributes.map(({ name, value }) => [name, value])) }
      : {}),
  }
}
