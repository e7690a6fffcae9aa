import { expect, type Page } from '@playwright/test'
import type { ListingItem } from '#src/contract/catalog.ts'

/** Products of the running shop with at least `stock` pieces, in its order. */
export async function listProducts(page: Page, stock = 5): Promise<ListingItem[]> {
  const answer = await page.request.get('/api/products/get-all-products')
  const { products } = (await answer.json()) as { products: ListingItem[] }
  return products.filter((product) => product.stock >= stock)
}

/** The `at`th product that is well in stock. */
export async function getProduct(page: Page, at = 0): Promise<ListingItem> {
  const found = (await listProducts(page))[at]
  if (!found) throw new Error(`The shop has no product ${at} in stock.`)
  return found
}

/** Puts pieces in the cart of this page's browser, as another device of the user would. */
export async function addToCart(page: Page, { id }: ListingItem, quantity = 1): Promise<void> {
  const answer = await page.request.post('/api/cart', { data: { productId: id, quantity } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export async function addToWishlist(page: Page, { id }: ListingItem): Promise<void> {
  const answer = await page.request.post('/api/wishlist/', { data: { productId: id } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
