import type { BrowserContext, Page } from '@playwright/test'
import { ADDRESS, signUpVerified, updateUser } from './accounts.ts'
import { test as base } from './browser-test.ts'
import { addToCart, addToWishlist, getProduct } from './catalog.ts'

/** Gives the user an address, two cart lines and a wishlist item. */
async function seedUser(page: Page): Promise<void> {
  await updateUser(page, { phone: '98290 12345', addresses: [ADDRESS] })
  await addToCart(page, await getProduct(page, 0))
  await addToCart(page, await getProduct(page, 1), 2)
  await addToWishlist(page, await getProduct(page, 2))
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Tests of a signed-in user with a filled cart, created once for each worker. */
export const signedInTest = base.extend<object, { signedInState: State }>({
  signedInState: [
    async ({ browser }, use, { project }) => {
      const { baseURL } = project.use
      const context = await browser.newContext(baseURL ? { baseURL } : {})
      const page = await context.newPage()
      await signUpVerified(page)
      await seedUser(page)
      const state = await context.storageState()
      await context.close()
      await use(state)
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedInState }, use) => use(signedInState),
})
