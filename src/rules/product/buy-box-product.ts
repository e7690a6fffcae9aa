import type { OfferField, Option, Product, ShownVariant } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { formatPrice } from '../money.ts'
import { paths } from '../paths.ts'
import { listOfferFields, toFixedVariant } from './options.ts'
import { isPriceFrom } from './price-from.ts'
import { getValueState, type ValueState } from './variants.ts'

/** The fields of a product that the buy box needs. */
export type BuyBoxProduct = Pick<
  Product,
  'id' | 'slug' | 'title' | 'price' | 'images' | 'category' | 'stock' | 'variant' | 'options'
> & {
  /** E.g. `₹1,24,000.00`. */
  priceText: string
  variants?: ShownVariant[]
  /** List price of the variants without a price of their own. */
  originalPrice?: number
  /** Values of options that cannot be had, before anything is chosen. */
  states?: Record<string, Record<string, ValueState>>
  /** Texts that the shopper may give, e.g. an engraving. */
  fields?: OfferField[]
  /** Follows what such a text may be. */
  fieldsHint?: string
  sizeGuides: Record<string, string>
}

/** The section of the page on sizes that explains an option; undefined for any other option. */
function findSizeGuide(category: string, { name, values }: Option): string | undefined {
  if (!/size/i.test(name)) return undefined
  const section = {
    jewelry: values.every((value) => value.startsWith('IN ')) ? 'rings' : 'bracelets',
    shoes: 'shoes',
    watches: 'straps',
    accessories: 'belts',
  }[category.toLowerCase()]
  return section && `${paths.sizes}#${section}`
}

/** Sections of the page on sizes by the name of the option. */
export const listSizeGuides = (category: string, options: Option[]): Record<string, string> =>
  Object.fromEntries(
    options.flatMap((option) => {
      const guide = findSizeGuide(category, option)
      return guide ? [[option.name, guide]] : []
    }),
  )

const withoutBarcode = ({ barcode: _, ...shown }: ShownVariant): ShownVariant => shown

/** Why values cannot be had, by option and value. */
const listStates = ({ options, variants, ...product }: Product) =>
  Object.fromEntries(
    options.map(({ name, values }) => [
      name,
      Object.fromEntries(
        values.flatMap((value) => {
          const state = getValueState(
            variants,
            toFixedVariant({ ...product, options }),
            name,
            value,
          )
          return state ? [[value, state]] : []
        }),
      ),
    ]),
  )

/** @param texts what every product page says. */
export function toBuyBoxProduct(product: Product, texts: ProductTexts): BuyBoxProduct {
  const { id, slug, title, price, category, stock, options, variants } = product
  const fields = listOfferFields(product)
  return {
    id,
    slug,
    title,
    price,
    priceText: formatPrice(price, isPriceFrom(product)),
    images: product.images.slice(0, 1),
    category,
    stock,
    variant: toFixedVariant(product),
    options,
    ...(variants && {
      variants: variants.map(withoutBarcode),
      originalPrice: product.originalPrice,
      states: listStates(product),
    }),
    ...(fields.length > 0 ? { fields, fieldsHint: texts.personalisation } : {}),
    sizeGuides: listSizeGuides(category, options),
  }
}
