import type { ListingItem } from '#src/contract/catalog.ts'

/** What the cart and the wishlist need to know of a product, from the listing or its page. */
export type ShopProduct = Pick<
  ListingItem,
  'id' | 'slug' | 'title' | 'price' | 'images' | 'category' | 'stock' | 'variant'
>
