import type { Page } from '@playwright/test'
import { ADDRESS, signUpVerified, updateUser } from '#tools/accounts.ts'
import { addToCart, addToWishlist, getProduct } from '#tools/catalog.ts'

/** Signs a user with an address, two cart lines and a wishlist item up. */
export async function signUpShopper(page: Page): Promise<void> {
  await signUpVerified(page)
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS] })
  await addToCart(page, await getProduct(page, 0))
  await addToCart(page, await getProduct(page, 1), 2)
  await addToWishlist(page, await getProduct(page, 2))
}
