import type { Locator, Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import { ADDRESS, signUpVerified, updateUser } from '#tools/accounts.ts'
import {
  expect,
  expectFocusUncovered,
  openPage,
  tabTo,
  test,
  waitForHydration,
  waitForIsland,
} from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import {
  addToCartButton,
  header,
  increaseButton,
  main,
  quantity,
  region,
  toast,
} from '#tools/locators.ts'
import { PHONE } from '#tools/viewports.ts'

/** Whether the focused element is on screen and has an outline or a shadow. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    const { width, height, bottom, right, top } = element.getBoundingClientRect()
    // The label of a hidden radio and the form of a search field show the focus.
    const shown = [element, element.closest('label'), element.closest('form')].some((candidate) => {
      if (!candidate) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    })
    return shown && width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight
  })

test('search, product, cart and checkout work by Tab and Enter alone, the first stop is "Skip to content", and the focus shows', async ({
  page,
}) => {
  const { title } = await getProduct(page)
  await signUpVerified(page)
  await updateUser(page, { addresses: [ADDRESS] })
  const follow = async (control: Locator) => {
    await waitForHydration(page)
    await tabTo(page, control)
    await expect.poll(() => isFocusVisible(page)).toBe(true)
    await page.keyboard.press('Enter')
  }
  await openPage(page, paths.home)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  expect(await isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(main(page)).toBeFocused()
  await follow(header(page).getByRole('button', { name: 'Search' }))
  await expect(page.getByRole('search').getByLabel('Search the shop')).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Results for')
  await follow(main(page).getByRole('link', { name: title }))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const add = addToCartButton(page)
  await follow(add)
  await expect(toast(page, 'Added to cart')).toBeVisible()
  await expect(add).toBeFocused()
  await openPage(page, paths.cart)
  await follow(increaseButton(page))
  await expect(quantity(page)).toHaveText('2')
  await expect(increaseButton(page)).toBeFocused()
  await follow(main(page).getByRole('link', { name: 'Proceed to Buy' }))
  await expect(region(page, 'Order Summary')).toContainText(title)
  await tabTo(page, page.getByRole('radio', { name: /^Pay via/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: /^Proceed to Pay/ }))
})

/** Opens a dialog by the keyboard, and expects that it has the focus until Escape returns it. */
async function expectTrap(page: Page, opener: Locator): Promise<void> {
  await (await waitForIsland(opener)).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  const isInside = () =>
    page.evaluate(() =>
      document.activeElement?.matches(
        ':is(body, dialog[open], [role=dialog], dialog *, [role=dialog] *)',
      ),
    )
  await expect.poll(isInside).toBe(true)
  for (let tab = 0; tab < 14; tab++) {
    await page.keyboard.press(tab % 5 === 4 ? 'Shift+Tab' : 'Tab')
    expect(await isInside()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('on a phone, menu and dialogs trap the focus and return it, and chips come into view with the focus and their category (item 25)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const { slug } = await getProduct(page)
  await openPage(page, `/product/${slug}`)
  await expectTrap(page, page.getByRole('button', { name: 'Menu', exact: true }))
  await expectTrap(page, page.getByRole('link', { name: /^Enlarge/ }).first())
  await openPage(page, paths.shop)
  await expectTrap(page, page.getByRole('button', { name: /^Filter/ }))

  const chips = page.getByRole('navigation', { name: 'Category' }).getByRole('link')
  const names = await chips.allTextContents()
  await chips.first().focus()
  for (const name of names.slice(1)) {
    await page.keyboard.press('Tab')
    const chip = chips.filter({ hasText: name })
    await expect(chip).toBeFocused()
    const filter = await page.getByRole('button', { name: 'Filter' }).boundingBox()
    await expect
      .poll(() => chip.evaluate((element) => element.getBoundingClientRect().right), name)
      .toBeLessThanOrEqual(filter?.x ?? 0)
  }
  await openPage(page, '/shop/sunglasses')
  await expect(chips.filter({ hasText: 'Sunglasses' })).toBeInViewport({ ratio: 1 })
})

test('no bar covers a control with the focus', async ({ page }) => {
  await signUpVerified(page)
  for (const index of [0, 1, 2]) await addToCart(page, await getProduct(page, index))
  for (const [path, stops, ...widths] of [
    [paths.shop, 36, 1440],
    [paths.cart, 36, 390, 1440],
    ['/product/kalam-lacquer-fountain-pen', 12, 390, 820],
  ] as const)
    for (const width of widths)
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: width === 820 ? 1180 : 844 })
        await openPage(page, path)
        // The rows of the cart move the footer, and the focus with it.
        if (path === paths.cart) await increaseButton(page).first().waitFor()
        if (path.startsWith('/product/')) await page.getByLabel('Quantity').focus()
        for (const key of ['Tab', 'Shift+Tab']) await expectFocusUncovered(page, key, stops)
      })
})
