import type { Page } from '@playwright/test'
import { createAccountData, fillSignUp, getMailedLink, signIn } from '#tests/helpers/accounts.ts'
import {
  expect,
  expectNoOverflow,
  openPage,
  test,
  WITH_MOTION,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'
import {
  accountButton,
  addOpenProduct,
  cartLink,
  decreaseButton,
  header,
  increaseButton,
  main,
  quantity,
  removeButton,
} from '#tests/helpers/locators.ts'

/** Clicks a control of the header, or of the side menu on a phone. */
async function clickInHeader(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('dialog').getByText(name, { exact: true }).click()
    return
  }
  if (name === 'Logout') await accountButton(page).click()
  await header(page).getByText(name, { exact: true }).click()
}

test.use(WITH_MOTION)

test('a first visit: home, sign-up, cart and logout @desktop-and-phone', async ({ page }) => {
  const account = createAccountData()

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

  await test.step('prompts the visitor to log in', async () => {
    await addOpenProduct(page)
    await expect(page.getByText('Please log in to add items to your cart.')).toBeVisible()
  })

  await test.step('signs up and verifies', async () => {
    await openPage(page, '/signup')
    await expectNoOverflow(page)
    await fillSignUp(page, account)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Account created successfully! Redirecting...')).toBeVisible()
    await expect(page).toHaveURL(/\/verify-email/)
    await expectNoOverflow(page)
    await openPage(page, await getMailedLink(page, account.email))
    await expect(page).not.toHaveURL(/token=/)
    await expect(page.getByRole('status').or(main(page))).toContainText([/verified/i])
  })

  await test.step('signs in', async () => {
    await openPage(page, '/login')
    await expectNoOverflow(page)
    await signIn(page, account)
    await expect(page).not.toHaveURL(/\/login/)
  })

  await test.step('adds to the cart', async () => {
    await openPage(page, product)
    await addOpenProduct(page)
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    await expect(cartLink(page)).toContainText('1 item in cart')
  })

  await test.step('changes the quantity and removes', async () => {
    await openPage(page, '/cart')
    await expectNoOverflow(page)
    await expect(quantity(page)).toHaveText('1')
    await increaseButton(page).click()
    await expect(quantity(page)).toHaveText('2')
    await expect(cartLink(page)).toContainText('2 items in cart')
    await decreaseButton(page).click()
    await expect(quantity(page)).toHaveText('1')
    await expect(cartLink(page)).toContainText('1 item in cart')
    await removeButton(page).click()
    await expect(page.getByText('Your Cart is Empty')).toBeVisible()
    await expect(cartLink(page)).toContainText('0 items in cart')
    await expectNoOverflow(page)
  })

  await test.step('logs out', async () => {
    await clickInHeader(page, 'Logout')
    await expect(page).toHaveURL(/\/login/)
  })
})
