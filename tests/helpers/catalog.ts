import { expect, type Page } from '@playwright/test'
import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { IDLE_SAFE } from './accounts.ts'

/** An amount in rupees as the shop writes it, without the shop's own formatter. */
export const rupees = (amount: number): string =>
  amount.toLocaleString('en-IN', { style: 'currency', currency: 'INR' })

/** Products of the running shop with a stock of at least `stock`, in the catalogue's order. */
export async function listProducts(page: Page, stock = 0): Promise<ListingItem[]> {
  const response = await page.request.get('/api/products/get-all-products', IDLE_SAFE)
  const { products } = (await response.json()) as { products: ListingItem[] }
  return products.filter((product) => product.stock >= stock)
}

/** The product at `index` of those without a choice, with a stock of at least `stock`. */
export async function getProduct(page: Page, index = 0, stock = 5): Promise<ListingItem> {
  const found = (await listProducts(page, stock)).filter(({ options }) => options.length === 0)[
    index
  ]
  if (!found) throw new Error(`No product ${index} has a stock of ${stock}.`)
  return found
}

/** The first product that `filter` accepts, with all its details. */
export async function findProduct(
  page: Page,
  filter: (item: ListingItem) => boolean = () => true,
): Promise<Product> {
  const item = (await listProducts(page)).find(filter)
  if (!item) throw new Error('The catalogue has no such product.')
  const response = await page.request.get(`/api/products/slug/${item.slug}`, IDLE_SAFE)
  return ((await response.json()) as { product: Product }).product
}

export const hasDiscount = ({ price, actualPrice }: ListingItem): boolean => actualPrice > price

async function post(page: Page, path: string, data: object): Promise<void> {
  const response = await page.request.post(path, { ...IDLE_SAFE, data })
  expect(response.ok(), await response.text()).toBe(true)
}

/** Adds a product to the cart of this page's browser, as another device of the user would. */
export const addToCart = (
  page: Page,
  { id, variant }: Pick<ListingItem, 'id' | 'variant'>,
  quantity = 1,
): Promise<void> => post(page, '/api/cart', { productId: id, quantity, variant })

export const addToWishlist = (page: Page, { id }: ListingItem): Promise<void> =>
  post(page, '/api/wishlist/', { productId: id })

/** The number of items in the cart on the server. */
export async function getItemCount(page: Page): Promise<number> {
  const { cart } = (await (await page.request.get('/api/cart', IDLE_SAFE)).json()) as {
    cart: { quantity: number }[]
  }
  return cart.reduce((sum, line) => sum + line.quantity, 0)
}
