import type { Product, Variant } from '#src/contract/catalog.ts'

/** What the purchase box needs of a product and no more: it travels in the page. */
export type BuyBoxProduct = Pick<
  Product,
  'id' | 'slug' | 'title' | 'price' | 'images' | 'category' | 'stock' | 'variant' | 'options'
>

export function toBuyBoxProduct(product: Product): BuyBoxProduct {
  const { id, slug, title, price, category, stock, options } = product
  const images = product.images.slice(0, 1)
  const variant = startingVariant(product)
  return { id, slug, title, price, images, category, stock, variant, options }
}

/** The product's own variant, with the first value of every option that it leaves open. */
function startingVariant({ options, variant }: Pick<Product, 'options' | 'variant'>): Variant {
  const chosen: Variant = { ...variant }
  for (const { name, values } of options) {
    const [first] = values
    if (first !== undefined && !values.includes(chosen[name] ?? '')) chosen[name] = first
  }
  return chosen
}
