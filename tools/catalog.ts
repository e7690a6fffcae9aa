import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { type ApiCaller, callApi } from './accounts.ts'

/** An amount in rupees as the shop writes it, without the shop's own formatter. */
export const rupees = (amount: number): string =>
  amount.toLocaleString('en-IN', { style: 'currency', currency: 'INR' })

/** Products of the running shop with a stock of at least `stock`, in the catalogue's order. */
export async function listProducts(caller: ApiCaller, stock = 0): Promise<ListingItem[]> {
  const path = '/products/get-all-products'
  const { products } = await callApi<{ products: ListingItem[] }>(caller, 'GET', path)
  return products.filter((product) => product.stock >= stock)
}

/** The product at `index` of those without a choice, with a stock of at least `stock`. */
export async function getProduct(caller: ApiCaller, index = 0, stock = 5): Promise<ListingItem> {
  const found = (await listProducts(caller, stock)).filter(({ options }) => options.length === 0)[
    index
  ]
  if (!found) throw new Error(`No product ${index} has a stock of ${stock}.`)
  return found
}

/** The first product that `filter` accepts, with all its details. */
export async function findProduct(
  caller: ApiCaller,
  filter: (item: ListingItem) => boolean = () => true,
): Promise<Product> {
  const item = (await listProducts(caller)).find(filter)
  if (!item) throw new Error('The catalogue has no such product.')
  const path = `/products/slug/${item.slug}`
  return (await callApi<{ product: Product }>(caller, 'GET', path)).product
}

/** Adds a product to the cart of this browser, as another device of the user would. */
export const addToCart = (
  caller: ApiCaller,
  { id, variant }: Pick<ListingItem, 'id' | 'variant'>,
  quantity = 1,
): Promise<unknown> => callApi(caller, 'POST', '/cart', { productId: id, quantity, variant })

export const addToWishlist = (caller: ApiCaller, { id }: ListingItem): Promise<unknown> =>
  callApi(caller, 'POST', '/wishlist/', { productId: id })
