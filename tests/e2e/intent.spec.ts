import type { Page } from '@playwright/test'
import {
  type Account,
  createAccountData,
  expect,
  getMailedLink,
  openPage,
  signUpVerified,
  test,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { getProduct } from '#tests/helpers/catalogue.ts'

const main = (page: Page) => page.getByRole('main')
const toast = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text }).filter({ visible: true })

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** From the login's "Create an account" to the inbox. */
async function signUp(page: Page, account: Account, next: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`/signup?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Full name').fill(account.name)
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await page.getByLabel(/accept the/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(`/verify-email?next=${encodeURIComponent(next)}`)
}

/** Presses the toast's own way to log in. */
async function follow(page: Page, text: string, next: string): Promise<void> {
  await toast(page, text).getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(next)}`)
}

/** The calls that change something, as the page makes them. */
function changes(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /cart|wishlist/.test(pathname))
      made.push(`${request.method()} ${pathname}`)
  })
  return made
}

async function visitor(page: Page): Promise<Account> {
  const shopper = await signUpVerified(page)
  await page.context().clearCookies()
  return shopper
}

test('§8.1 from a card far down the listing: back at the same place, and added once', async ({
  page,
}) => {
  const shopper = await visitor(page)
  const made = changes(page)
  const piece = await getProduct(page, 30)
  await openPage(page, '/shop?sort=price-low-high')
  const card = main(page).getByRole('listitem').filter({ hasText: piece.title })
  const add = await waitForIsland(card.getByRole('button', { name: /^Add to Cart/ }))
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(600)
  await add.click()
  await follow(page, 'Please log in to add items to your cart.', '/shop?sort=price-low-high')
  expect(made).toEqual([])
  await signIn(page, shopper)
  await expect(page).toHaveURL('/shop?sort=price-low-high')
  await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
  await expect(add).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(200)
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('1 item in cart')
  expect(made).toEqual(['POST /api/cart'])
})

test('§8.20 the heart of a card and Buy Now of a product, each once', async ({ page }) => {
  test.slow()
  const shopper = await visitor(page)
  const made = changes(page)
  const piece = await getProduct(page, 2)
  const address = `/product/${piece.slug}`
  await openPage(page, '/shop')
  await (
    await waitForIsland(page.getByRole('button', { name: `Add to wishlist: ${piece.title}` }))
  ).click()
  await follow(page, 'Please log in to add items to your wishlist', '/shop')
  await signIn(page, shopper)
  await expect(page).toHaveURL('/shop')
  await expect(
    page.getByRole('button', { name: `Remove from wishlist: ${piece.title}` }),
  ).toBeVisible()

  await page.context().clearCookies()
  await openPage(page, address)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await (await waitForIsland(page.getByRole('button', { name: 'Buy Now' }).first())).click()
  await follow(page, 'Please log in to add items to your cart.', address)
  await signIn(page, shopper)
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(piece.title)
  // Back on the product, nothing is bought again.
  await page.goBack()
  await expect(page.getByRole('banner')).toContainText('1 item in cart')
  expect(made).toEqual(['POST /api/wishlist/', 'POST /api/cart'])
})

test('§8.20 by way of sign-up and the mailed link, and what was wanted happens once', async ({
  page,
}) => {
  test.slow()
  const account = createAccountData()
  const made = changes(page)
  const piece = await getProduct(page, 4)
  const address = `/product/${piece.slug}`
  await openPage(page, address)
  await (
    await waitForIsland(page.getByRole('button', { name: `Add to wishlist: ${piece.title}` }))
  ).click()
  await follow(page, 'Please log in to add items to your wishlist', address)
  await signUp(page, account, address)

  await test.step('the mail is read, and the sign-in done, in a tab of their own', async () => {
    const mail = await page.context().newPage()
    await openPage(mail, '/login')
    const link = await getMailedLink(page, account.email, /./)
    await page.request.post('/api/auth/verify-email', {
      data: { token: new URL(link, 'http://shop.test').searchParams.get('token') },
    })
    await signIn(mail, account)
    await expect(mail).toHaveURL('/complete-profile')
    await mail.close()
  })
  await main(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(address)
  const kept = page.getByRole('button', { name: `Remove from wishlist: ${piece.title}` })
  await expect(kept).toBeVisible()
  await page.reload()
  await expect(kept).toBeVisible()
  expect(made).toEqual(['POST /api/wishlist/'])
})

test('the tab that the mailed link opens in goes on with what was wanted, and alone', async ({
  page,
}) => {
  test.slow()
  const account = createAccountData()
  const piece = await getProduct(page, 3)
  const address = `/product/${piece.slug}`
  await openPage(page, address)
  await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
  await follow(page, 'Please log in to add items to your cart.', address)
  await signUp(page, account, address)

  const mail = await page.context().newPage()
  const made = [changes(page), changes(mail)]
  await openPage(mail, await getMailedLink(page, account.email, /./))
  await main(mail).getByRole('link', { name: 'Continue to log in' }).click()
  await expect(mail).toHaveURL(`/login?next=${encodeURIComponent(address)}`)
  await signIn(mail, account)
  await expect(mail).toHaveURL(address)
  await expect(mail.getByRole('banner')).toContainText('1 item in cart')
  await main(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('banner')).toContainText('1 item in cart')
  expect(made).toEqual([[], ['POST /api/cart']])
})

test('T9 a foreign `next` is dropped at every door', async ({ page }) => {
  const foreign = '?next=%2F%5Cevil.example'
  for (const [path, link] of [
    ['/login', 'Create an account'],
    ['/signup', 'Log in'],
    ['/verify-email', 'Log in'],
  ] as const) {
    await openPage(page, path + foreign)
    const href = main(page).getByRole('link', { name: link })
    await expect(href.first()).toHaveAttribute('href', /^\/(login|signup)$/)
  }
  await signUpVerified(page)
  await page.goto(`/signup${foreign}`)
  await expect(page).toHaveURL('/complete-profile')
})

test('a page that needs somebody is in nobody’s way: Back passes it, Logout leaves it', async ({
  page,
}) => {
  await openPage(page, '/about')
  for (const path of ['/checkout', '/profile/edit', '/complete-profile']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
    await page.goBack()
    await expect(page).toHaveURL('/about')
  }
  await signUpVerified(page)
  await openPage(page, '/profile/edit')
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
})
