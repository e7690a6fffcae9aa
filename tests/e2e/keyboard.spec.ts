import type { Page } from '@playwright/test'
import { paths } from '#src/rules/paths.ts'
import {
  expect,
  openPage,
  signUpVerified,
  test,
  waitForHydration,
  waitForIsland,
} from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct } from '#tests/helpers/catalogue.ts'

const PHONE = { width: 390, height: 844 }
const MOST_STOPS = 80

/** Where the keyboard is, in words; empty when it is nowhere. */
const place = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return ''
    return `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)}`
  })

/** The focused element is on screen, has a size and is marked by an outline or a border. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at) return false
    const { width, height, bottom, right, top } = at.getBoundingClientRect()
    // A hidden radio shows its focus by its label, a search field by its form.
    const shown = [at, at.closest('label'), at.closest('form')].some((one) => {
      if (!one) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    })
    return shown && width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight
  })

/** Presses Tab until the control of that name has the focus; every stop on the way is visible. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const way: string[] = []
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const at = await place(page)
    way.push(at)
    if (at === '') continue
    await expect.poll(() => marked(page), `the focus shows on ${at}`).toBe(true)
    const named = await page.evaluate(() => {
      const { activeElement: element } = document
      if (!(element instanceof HTMLElement)) return ''
      const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
      return (
        element.getAttribute('aria-label') ??
        label?.textContent ??
        element.textContent
      ).trim()
    })
    if (name.test(named)) return
  }
  throw new Error(`Tab never came to ${name}: ${way.join(' → ')}`)
}

async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

test('a piece is found, bought to the summary, and an address edited by keyboard alone', async ({
  page,
}) => {
  test.slow()
  const { title } = await getProduct(page)
  const account = await signUpVerified(page)
  const home = { address: '7, Jalebi Chowk', city: 'Jaipur', isDefault: true }
  const data = { displayName: account.name, addresses: [home] }
  expect((await page.request.put('/api/users/update', { data })).ok()).toBe(true)
  await page.context().clearCookies()

  await test.step('search', async () => {
    await openPage(page, paths.home)
    await tabTo(page, /^Search$/)
    await page.keyboard.press('Enter')
    await expect(page.locator('#search-box').getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/shop\?search=/)
    await waitForHydration(page)
    await tabTo(page, new RegExp(`^${title}`))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  await test.step('sign in, and Buy Now goes on', async () => {
    await waitForHydration(page)
    await tabTo(page, /^Buy Now/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please log in to add items to your cart.')).toBeVisible()
    await openPage(page, `${paths.login}?next=${encodeURIComponent(paths.profile)}`)
    await type(page, /^Email/, account.email)
    await type(page, /^Password/, account.password)
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/\/login/)
  })

  await test.step('add, one more, and the summary', async () => {
    await openPage(page, `/product/${(await getProduct(page)).slug}`)
    await tabTo(page, /^Add to Cart/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    await expect.poll(() => place(page)).toMatch(/Add to Cart/)
    await openPage(page, paths.cart)
    const count = page.getByRole('main').locator('output')
    const before = Number(await count.textContent())
    await tabTo(page, /^One more of/)
    await page.keyboard.press('Enter')
    await expect(count).toHaveText(String(before + 1))
    await expect.poll(() => place(page)).toContain('One more of')
    await tabTo(page, /^Proceed to Buy/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(paths.checkout)
    await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(title)
    await tabTo(page, /Pay via/)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /Cash on Delivery/ })).toBeChecked()
    await tabTo(page, /^Proceed to Pay/)
  })

  await test.step('edit an address', async () => {
    await openPage(page, paths.editProfile)
    await type(page, /^City/, 'Udaipur')
    await tabTo(page, /^Add Address/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please fill at least address and city.')).toBeVisible()
    expect(await place(page)).not.toBe('')
    await tabTo(page, /^Save Changes/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(paths.profile)
    await expect(page.getByRole('tabpanel', { name: 'Profile Info' })).toContainText('Udaipur')
  })
})

test('the first stop skips to the content', async ({ page }) => {
  await openPage(page, paths.shop)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  expect(await marked(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('every stop of home, contact and login shows', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [paths.home, paths.contact, paths.login]) {
    await openPage(page, path)
    await page.keyboard.press('Tab')
    expect(await place(page)).not.toBe('')
    for (let stop = 0; stop < 30; stop++) {
      const at = await place(page)
      if (at === '') break
      await expect.poll(() => marked(page), `${path}: the focus shows on ${at}`).toBe(true)
      await page.keyboard.press('Tab')
    }
  }
})

test('menu and dialogs keep the focus, and give it back', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const { slug } = await getProduct(page)
  await openPage(page, `/product/${slug}`)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const enlarge = await waitForIsland(page.getByRole('link', { name: /^Enlarge/ }).first())
  for (const opener of [menu, enlarge]) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('dialog[open]')).toBeVisible()
    for (let tab = 0; tab < 14; tab++) {
      await page.keyboard.press(tab % 5 === 4 ? 'Shift+Tab' : 'Tab')
      const outside = await page.evaluate(
        () => !document.activeElement?.matches('body, dialog[open], dialog[open] *'),
      )
      expect(outside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('tabs, hero and a row that is removed follow the keys', async ({ page }) => {
  await signUpVerified(page)
  await addToCart(page, await getProduct(page))
  await addToCart(page, await getProduct(page, 1))
  await openPage(page, paths.profile)
  await page.getByRole('tab', { name: 'Profile Info' }).focus()
  for (const [key, name] of [
    ['ArrowRight', 'Orders'],
    ['End', 'Settings'],
    ['ArrowRight', 'Profile Info'],
    ['ArrowLeft', 'Settings'],
    ['Home', 'Profile Info'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('tab', { name })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
  }

  await openPage(page, paths.cart)
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
  await expect.poll(() => place(page)).not.toBe('')

  await openPage(page, paths.home)
  await page.getByRole('button', { name: /^Picture 3/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Picture 3/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(page.getByRole('button', { name: /^Picture 3/ })).toBeFocused()
})
