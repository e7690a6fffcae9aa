import type { OfferField, Product } from '#src/contract/catalog.ts'
import { formatRupees } from './money.ts'
import { listOfferFields } from './offer-field.ts'
import { toFixedVariant } from './options.ts'

/** The fields that the buy box needs; they are island props in the page's HTML. */
export type BuyBoxProduct = Pick<
  Product,
  'id' | 'slug' | 'title' | 'price' | 'images' | 'category' | 'stock' | 'variant' | 'options'
> & {
  /** E.g. `₹1,24,000.00`. */
  priceText: string
  /** Texts that the shopper may give, e.g. an engraving. */
  fields: OfferField[]
}

export function toBuyBoxProduct(product: Product): BuyBoxProduct {
  const { id, slug, title, price, category, stock, options } = product
  const images = product.images.slice(0, 1)
  const variant = toFixedVariant(product)
  const priceText = formatRupees(price)
  const fields = listOfferFields(product)
  return { id, slug, title, price, priceText, images, category, stock, variant, options, fields }
}
