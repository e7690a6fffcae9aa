import type { Page } from '@playwright/test'
import {
  createAccountData,
  expect,
  expectNoOverflow,
  getMailedLink,
  openPage,
  test,
  waitForHydration,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'

/** The control by which somebody gets at their account: in the header, or in the side menu. */
async function pressInHeader(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('dialog').getByText(name, { exact: true }).click()
    return
  }
  if (name === 'Logout') await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('banner').getByText(name, { exact: true }).click()
}

test('a first visit, from the home page to a cart and out again @all-projects', async ({
  page,
}) => {
  test.slow()
  const account = createAccountData()
  const badge = page.getByRole('banner').getByRole('link', { name: /Cart/ })

  await test.step('home, shop, product', async () => {
    await openPage(page, '/')
    await expectNoOverflow(page)
    await page.getByRole('link', { name: 'Shop Now' }).first().click()
    await expect(page).toHaveURL(/\/shop$/)
    await waitForHydration(page)
    await expectNoOverflow(page)
    await page.locator('main a[href^="/product/"]').first().click()
    await expect(page).toHaveURL(/\/product\/[a-z0-9-]+$/)
    await waitForHydration(page)
    await expectNoOverflow(page)
  })
  const product = new URL(page.url()).pathname

  await test.step('a visitor is asked to log in', async () => {
    await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
    await expect(page.getByText('Please log in to add items to your cart.')).toBeVisible()
  })

  await test.step('signs up and verifies', async () => {
    await openPage(page, '/signup')
    await expectNoOverflow(page)
    await page.getByLabel('Full name').fill(account.name)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByLabel('Confirm password').fill(account.password)
    await page.getByLabel(/accept the/).check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Account created successfully! Redirecting...')).toBeVisible()
    await expect(page).toHaveURL(/\/verify-email/)
    await expectNoOverflow(page)
    await openPage(page, await getMailedLink(page, account.email, /./))
    await expect(page).not.toHaveURL(/token=/)
    await expect(page.getByRole('status').or(page.getByRole('main'))).toContainText([/verified/i])
  })

  await test.step('signs in', async () => {
    await openPage(page, '/login')
    await expectNoOverflow(page)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).not.toHaveURL(/\/login/)
  })

  await test.step('adds, and the badge says so', async () => {
    await openPage(page, product)
    await (await waitForIsland(page.getByRole('button', { name: 'Add to Cart' }).first())).click()
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    await expect(badge).toContainText('1 item in cart')
  })

  await test.step('plus, minus, remove', async () => {
    await openPage(page, '/cart')
    await expectNoOverflow(page)
    const quantity = page.getByRole('main').locator('output')
    await expect(quantity).toHaveText('1')
    await page.getByRole('button', { name: /^One more of/ }).click()
    await expect(quantity).toHaveText('2')
    await expect(badge).toContainText('2 items in cart')
    await page.getByRole('button', { name: /^One less of/ }).click()
    await expect(quantity).toHaveText('1')
    await expect(badge).toContainText('1 item in cart')
    await page.getByRole('button', { name: /^Remove/ }).click()
    await expect(page.getByText('Your Cart is Empty')).toBeVisible()
    await expect(badge).toContainText('0 items in cart')
    await expectNoOverflow(page)
  })

  await test.step('logs out', async () => {
    await pressInHeader(page, 'Logout')
    await expect(page).toHaveURL(/\/login/)
  })
})
