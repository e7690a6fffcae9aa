import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { ListingItem } from '#src/contract/catalog.ts'
import { demoAccounts } from '#src/preview/demo-accounts.ts'
import { signUpVerified } from '#tests/helpers/accounts.ts'
import { addToCart, addToWishlist, listProducts } from '#tests/helpers/catalogue.ts'
import type { Persona } from './screenshots.ts'

const BANNER_KEY = 'kairavi-preview-dismissed'
const WISHES = 4

export interface DeviceProfile {
  name: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** One of each kind of shopper, signed in once for all looks. */
export async function createStorageStates(
  browser: Browser,
  baseURL: string,
): Promise<Record<Persona, State>> {
  const signedIn = async (signIn: (page: Page) => Promise<unknown>): Promise<State> => {
    const context = await browser.newContext({ baseURL })
    await signIn(await context.newPage())
    const state = await context.storageState()
    await context.close()
    return state
  }
  return {
    visitor: { cookies: [], origins: [] },
    newcomer: await signedIn(signUpVerified),
    customer: await signedIn(async (page) => {
      const { email, password } = demoAccounts[0] ?? { email: '', password: '' }
      const answer = await page.request.post('/api/auth/login', { data: { email, password } })
      if (!answer.ok()) throw new Error(`The preview's customer cannot sign in: run a preview.`)
      await fill(page)
    }),
  }
}

/** Three lines in the cart, one of them of two pieces, and four wishes. */
async function fill(page: Page): Promise<void> {
  const cart = (await (await page.request.get('/api/cart')).json()) as { cart: { id: string }[] }
  for (const { id } of cart.cart) await page.request.delete(`/api/cart/${id}`)
  const all = await listProducts(page, 5)
  const [watch, perfume, glasses, ...others] = all
  const chosen = [watch, perfume, glasses].filter((one): one is ListingItem => one !== undefined)
  for (const [at, product] of chosen.entries()) await addToCart(page, product, at === 1 ? 2 : 1)
  for (const product of others.slice(0, WISHES)) await addToWishlist(page, product)
}

export async function createBrowserContext(
  browser: Browser,
  baseURL: string,
  look: DeviceProfile,
  state: State,
) {
  const { viewport, colorScheme } = look
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: viewport.width < 600,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    storageState: state,
    serviceWorkers: 'block',
  })
  await context.addInitScript((key) => sessionStorage.setItem(key, '1'), BANNER_KEY)
  return context
}
