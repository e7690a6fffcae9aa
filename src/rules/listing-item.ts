import type { ListingItem, Product } from '#src/contract/catalog.ts'

/** The listing's shape of a product, from the product page's. */
export const toListingItem = (product: Product): ListingItem => ({
  id: product.id,
  slug: product.slug,
  title: product.title,
  price: product.price,
  actualPrice: product.originalPrice,
  images: product.images,
  pictures: product.pictures.slice(0, 2),
  rating: product.rating,
  reviews: product.reviewCount,
  category: product.category,
  tagline: product.tagline,
  variant: product.variant,
  stock: product.stock,
  publishedAt: product.publishedAt,
})
