import type { BrowserContext, Page } from '@playwright/test'
import type { ListingItem } from '#src/contract/catalog.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { signUpVerified } from '#tools/accounts.ts'
import {
  test as base,
  clickInIsland,
  expect,
  openPage,
  waitForServiceWorker,
} from '#tools/browser-test.ts'
import { addToCart, getProduct, listProducts } from '#tools/catalog.ts'
import { addToCartButton, increaseButton, main, removeButton } from '#tools/locators.ts'
import { startProxy } from '#tools/proxy.ts'
import { callEditor, logIn } from '#tools/studio.ts'

// What is sent as a page is left arrives, also where the service worker is slow, as one that has to start.

/** Longer than a press and leaving the page take. */
const BUSY_MS = 1_000

type Proxy = Awaited<ReturnType<typeof startProxy>>

const test = base.extend<{ shop: Proxy; received: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  received: async ({}, use) => use([]),
  shop: async ({ baseURL, received }, use) => {
    await using proxy = await startProxy(baseURL ?? '', ({ method, url }) => {
      received.push(`${method} ${url}`)
      return 0
    })
    await use(proxy)
  },
})
test.use({ serviceWorkers: 'allow' })

/** Keeps the service worker from handling a request from now on. @returns a function that waits for its end. */
async function keepWorkerBusy(context: BrowserContext): Promise<() => Promise<unknown>> {
  const worker = context.serviceWorkers().at(-1)
  if (!worker) throw new Error('The page has no service worker.')
  await worker.evaluate((busyMs) => {
    const stayBusy = () => {
      const end = Date.now() + busyMs
      while (Date.now() < end);
    }
    setTimeout(stayBusy)
  }, BUSY_MS)
  return () => worker.evaluate(() => undefined)
}

/** Presses while the worker is busy, leaves at once, and expects that the request has arrived. */
async function expectSent(
  page: Page,
  received: string[],
  request: RegExp,
  press: () => Promise<void> = async () => undefined,
): Promise<void> {
  await test.step(`${request}`, async () => {
    await waitForServiceWorker(page)
    const before = received.filter((line) => request.test(line)).length
    const waitUntilFree = await keepWorkerBusy(page.context())
    await press()
    await page.goto('about:blank')
    await waitUntilFree()
    await expect.poll(() => received.filter((line) => request.test(line)).length).toBe(before + 1)
  })
}

/** Signs a user up who has a piece without a choice and one with a choice in the cart. */
async function fillCart(page: Page): Promise<[plain: ListingItem, chosen: ListingItem]> {
  await signUpVerified(page)
  const plain = await getProduct(page)
  const isChosen = ({ options }: ListingItem) => options.length === 1 && options[0]?.values.length
  const chosen = (await listProducts(page, 5)).find(isChosen)
  if (!chosen) throw new Error('The catalogue has no piece with a choice.')
  const [{ name, values } = { name: '', values: [''] }] = chosen.options
  const variant = { ...chosen.variant, [name]: values[0] ?? '' }
  await addToCart(page, plain, 2)
  await addToCart(page, { id: chosen.id, variant })
  return [plain, chosen]
}

test('changes of the cart and the wishlist are sent as the page is left', async ({
  page,
  shop,
  received,
}) => {
  const [plain, chosen] = await fillCart(page)
  const openCart = async () => {
    await openPage(page, `${shop.url}${paths.cart}`)
    await expect(increaseButton(page)).toHaveCount(2)
  }
  await openCart()
  // The files of the dialog are not the worker's to deliver while it is busy.
  const change = main(page).getByRole('button', { name: /^Change/ })
  await change.click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('label').last().click()
  await expectSent(page, received, /^PUT \/api\/cart\/[^/]+\/variant/, () =>
    dialog.getByRole('button', { name: 'Update' }).click(),
  )
  await openCart()
  await expectSent(page, received, /^PATCH \/api\/cart\//, () =>
    increaseButton(page).first().click(),
  )
  await openCart()
  await expectSent(page, received, /^PUT \/api\/cart\/gift/, () =>
    main(page)
      .getByRole('checkbox', { name: /^Gift wrap/ })
      .click(),
  )
  await openCart()
  await expectSent(page, received, /^DELETE \/api\/cart\//, () =>
    removeButton(page).filter({ hasText: chosen.title }).click(),
  )
  const openProduct = () => openPage(page, `${shop.url}${productPath(plain.slug)}`)
  await openProduct()
  await expectSent(page, received, /^POST \/api\/cart/, () => clickInIsland(addToCartButton(page)))
  for (const [name, request] of [
    [/^Add to wishlist/, /^POST \/api\/wishlist/],
    [/^Remove from wishlist/, /^DELETE \/api\/wishlist/],
  ] as const) {
    await openProduct()
    const heart = main(page).getByRole('button', { name }).first()
    await expect(heart).toBeVisible()
    await expectSent(page, received, request, () => heart.click())
  }
})

test('figures of a visit, and the end of an editor’s presence, are sent as the page is left', async ({
  page,
  shop,
  received,
}) => {
  await openPage(page, `${shop.url}${paths.about}`)
  const isMeasuring = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('web-vitals'))
  await page.waitForFunction(isMeasuring)
  await expectSent(page, received, /^POST \/api\/events\/vitals/)

  await logIn(page, 'editor')
  const { products } = await callEditor<{ products: { id: string }[] }>(page, 'GET', '/catalog')
  await page.goto(`${shop.url}/studio/products/${products[0]?.id}`)
  await expect.poll(() => received.join()).toContain('/presence')
  await expectSent(page, received, /^DELETE \/api\/editor\/.*\/presence/)
})
