import type { Page } from '@playwright/test'
import { test as base, signUpVerified } from './browser-test.ts'
import { addToCart, addToWishlist, listProducts } from './catalogue.ts'

const ADDRESS = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: 'India',
  isDefault: true,
}

/** An address, two lines in the cart and a wish. */
async function furnish(page: Page): Promise<void> {
  const data = { displayName: 'Meera Nair', phone: '98290 12345', addresses: [ADDRESS] }
  const answer = await page.request.put('/api/users/update', { data })
  if (!answer.ok()) throw new Error(await answer.text())
  const [first, second, third] = await listProducts(page)
  if (!first || !second || !third) throw new Error('The shop has fewer than three products.')
  await addToCart(page, first)
  await addToCart(page, second, 2)
  await addToWishlist(page, third)
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** Tests whose browser belongs to a member with a filled cart, signed in once for each worker. */
export const signedInTest = base.extend<object, { signedInState: State }>({
  signedInState: [
    async ({ browser }, use, { project }) => {
      const { baseURL } = project.use
      const context = await browser.newContext(baseURL ? { baseURL } : {})
      const page = await context.newPage()
      await signUpVerified(page)
      await furnish(page)
      const state = await context.storageState()
      await context.close()
      await use(state)
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedInState }, use) => use(signedInState),
})
