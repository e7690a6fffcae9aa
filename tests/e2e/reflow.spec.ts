import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { APPOINTMENT_PATH } from '#src/rules/appointment-path.ts'
import { paths, searchPath } from '#src/rules/paths.ts'
import { ADDRESS, signUpVerified, updateUser } from '#tools/accounts.ts'
import {
  test as base,
  clickInIsland,
  expect,
  expectNoOverflow,
  openPage,
  TEXT_SPACING,
} from '#tools/browser-test.ts'
import { addToCart, addToWishlist, getProduct, listProducts } from '#tools/catalog.ts'
import { accountButton, main, openSearch, suggestions, toasts } from '#tools/locators.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { logIn } from '#tools/studio.ts'
import { DESKTOP } from '#tools/viewports.ts'

// No page is wider than its window, whatever its prices, the size and the spacing of its text, and the
// face that has the rupee sign (WCAG 1.4.4, 1.4.10, 1.4.12).

// Playwright hides scrollbars, which take 15 px of most windows and are part of `vw`.
const test = base.extend<object, { launchOptions: object }>({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

const WIDTHS = [320, 390, 768, 1024, 1440, 1920]
const NARROWEST = 320

/** Widths of the rupee sign, in percent of that in the shop's own face: fallback faces are wider and narrower. */
const RUPEE_WIDTHS = [70, 100, 160]

const TEXTS = [
  { size: '100%', css: '' },
  { size: '200%', css: '' },
  { size: '100%', css: TEXT_SPACING },
  { size: '200%', css: TEXT_SPACING },
]

const LARGE_TEXTS = TEXTS.filter(({ size }) => size === '200%')

const rupeeFont = readFileSync('src/assets/fonts/figtree-rupee.woff2').toString('base64')

/**
 * Waits until React has compared all prices of islands with what it renders: it hydrates each card of a list in a task of
 * its own, after the island, and sets a key on each element that it has hydrated. It does not render slots.
 */
const waitForHydratedPrices = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('astro-island *:not(astro-slot *)')].every((element) => {
      const isPrice = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.includes('₹'),
      )
      return !isPrice || Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    }),
  )

/** Writes a price of a crore in place of every price. @returns the number of them. */
const raisePrices = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let count = 0
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const raised = text.nodeValue?.replace(/₹[\d,]+/, '₹3,98,76,540')
      if (raised === text.nodeValue || text.parentElement?.closest('script, style')) continue
      text.nodeValue = raised ?? ''
      count++
    }
    return count
  })

/** Draws the rupee sign by another face, `percent` as wide as the house's. @returns its width. */
const setRupeeWidth = (page: Page, percent: number): Promise<number> =>
  page.evaluate(
    async ({ font, percent }) => {
      const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0))
      const range = { unicodeRange: 'U+20B9', weight: '400 600' }
      // TypeScript does not know `sizeAdjust`.
      const descriptors = Object.assign(range, { sizeAdjust: `${percent}%` })
      const face = new FontFace('Figtree', bytes, descriptors)
      const added: FontFace[] = Reflect.get(window, 'rupeeFaces') ?? []
      for (const former of added) document.fonts.delete(former)
      Object.assign(window, { rupeeFaces: [face] })
      document.fonts.add(await face.load())
      const sign = document.createElement('span')
      sign.style.position = 'absolute'
      sign.textContent = '₹'
      document.body.append(sign)
      const { width } = sign.getBoundingClientRect()
      sign.remove()
      return width
    },
    { font: rupeeFont, percent },
  )

const setText = (page: Page, { size, css }: (typeof TEXTS)[number]): Promise<void> =>
  page.evaluate(
    ({ size, css }) => {
      document.documentElement.style.fontSize = size
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    },
    { size, css },
  )

/** Opens a page that shows a price, and gives its prices a crore each. */
async function openDear(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 844 })
  await openPage(page, path)
  await expect(main(page).getByText('₹').first()).toBeAttached()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await waitForHydratedPrices(page)
  expect(await raisePrices(page)).toBeGreaterThan(0)
}

async function expectReflow(page: Page, path: string): Promise<void> {
  await openDear(page, path)
  const signs: number[] = []
  for (const percent of RUPEE_WIDTHS) {
    signs.push(await setRupeeWidth(page, percent))
    // Another face changes little in wider windows, and where the text is small.
    const isOwn = percent === 100
    for (const text of isOwn ? TEXTS : LARGE_TEXTS) {
      await setText(page, text)
      for (const width of isOwn ? WIDTHS : [NARROWEST])
        await test.step(`${path} at ${width} px, ${text.size}${text.css && ' and spaced'}, ₹ ${percent} %`, async () => {
          await page.setViewportSize({ width, height: 844 })
          await expectNoOverflow(page)
        })
    }
    await setText(page, { size: '100%', css: '' })
  }
  expect(signs, 'the face is in use').toEqual(signs.toSorted((a, b) => a - b))
  expect(new Set(signs).size).toBe(RUPEE_WIDTHS.length)
}

/** Expects that the open page fits windows of all widths with large and spaced text. */
/** The words of what is chosen that a select cuts: those of its one line, or longer ones than it is wide. */
const listCutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    return [...document.querySelectorAll('main select')].flatMap((select) => {
      if (!(select instanceof HTMLSelectElement) || !canvas || !select.checkVisibility()) return []
      const { fontSize, fontFamily, whiteSpace, paddingLeft, paddingRight } =
        getComputedStyle(select)
      canvas.font = `${fontSize} ${fontFamily}`
      const room =
        select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const text = select.selectedOptions[0]?.text ?? ''
      const words = whiteSpace === 'normal' ? text.split(' ') : [text]
      return words.filter((word) => canvas.measureText(word).width > room)
    })
  })

async function expectTextsFit(page: Page, name: string): Promise<void> {
  for (const text of TEXTS) {
    await setText(page, text)
    for (const width of WIDTHS)
      await test.step(`${name} at ${width} px, ${text.size}${text.css && ' and spaced'}`, async () => {
        await page.setViewportSize({ width, height: 844 })
        await expectNoOverflow(page)
        expect(await listCutWords(page)).toEqual([])
      })
  }
}

/** Puts pieces in the cart and the wishlist of a user who has ordered: with a choice, and without. */
async function signInWithOrders(page: Page): Promise<void> {
  await logIn(page, 'customer')
  const chosen = (await listProducts(page, 5)).find(({ options }) => options.length > 0)
  if (!chosen) throw new Error('The catalogue has no piece with a choice.')
  const choice = chosen.options.map(({ name, values }) => [name, values[0] ?? ''])
  const { id, variant } = chosen
  await addToCart(page, { id, variant: { ...variant, ...Object.fromEntries(choice) } })
  await addToCart(page, await getProduct(page), 2)
  await addToWishlist(page, await getProduct(page, 1))
}

test('a page of prices of a crore is no wider than its window', async ({ page }) => {
  await page.goto('/terms')
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBe(15)
  for (const path of [paths.home, paths.shop, searchPath('watch'), PRODUCT_PATH])
    await expectReflow(page, path)
})

test('a page of a user with dear pieces and orders is no wider than its window', async ({
  page,
}) => {
  await signInWithOrders(page)
  const { profile } = paths
  const tabs = ['orders', 'wishlist'].map((tab) => `${profile}?tab=${tab}`)
  for (const path of [paths.cart, paths.checkout, paths.wishlist, ...tabs])
    await expectReflow(page, path)
})

const FORMS = [paths.login, paths.signup, paths.contact, APPOINTMENT_PATH, paths.forgotPassword]

for (const path of FORMS)
  test(`the form of ${path} and its errors are no wider than the window`, async ({ page }) => {
    await openPage(page, path)
    await main(page).locator('form [type=submit]').first().click()
    await expect(main(page).locator('[aria-invalid=true]').first()).toBeFocused()
    await expectTextsFit(page, path)
  })

test('the forms of a user and their errors are no wider than the window', async ({ page }) => {
  await logIn(page, 'customer')
  await openPage(page, paths.editProfile)
  await main(page).getByRole('button', { name: 'Edit address 1' }).click()
  await main(page).getByRole('button', { name: 'Add Address' }).click()
  await expectTextsFit(page, paths.editProfile)
  await openPage(page, `${paths.profile}?tab=settings`)
  await main(page).getByRole('button', { name: 'Change Password' }).click()
  await main(page).getByRole('button', { name: 'Save password' }).click()
  await expectTextsFit(page, 'the settings')
  await page.setViewportSize({ width: NARROWEST, height: 844 })
  await main(page).getByRole('button', { name: 'Delete my account' }).click()
  await expectLayerReflow(page, 'the deletion of the account')
})

test('the forms of an address, before a purchase and after signing up, are no wider than the window with their errors', async ({
  page,
}) => {
  await signUpVerified(page)
  await openPage(page, paths.completeProfile)
  await main(page).getByRole('button', { name: 'Save & Continue' }).click()
  await expect(main(page).getByLabel('Phone')).toBeFocused()
  await expectTextsFit(page, paths.completeProfile)
  await page.setViewportSize(DESKTOP)
  await addToCart(page, await getProduct(page))
  await updateUser(page, { addresses: [ADDRESS, ADDRESS], primary_address: ADDRESS })
  await openPage(page, paths.checkout)
  await main(page).getByRole('button', { name: 'Add another address' }).click()
  await main(page).getByRole('button', { name: 'Save this address' }).click()
  await expect(main(page).getByLabel('Pincode')).toHaveAttribute('aria-invalid', 'true')
  await expectTextsFit(page, paths.checkout)
})

/** Expects that the layer that is open is no wider than the window, and that nothing in it is cut off. */
async function expectLayerReflow(page: Page, name: string): Promise<void> {
  const layers = page.locator(':modal, :popover-open, [data-sonner-toast]')
  await expect(layers.first()).toBeVisible()
  await raisePrices(page)
  for (const text of LARGE_TEXTS)
    await test.step(`${name} with text of ${text.size}${text.css && ', spaced'}`, async () => {
      await setText(page, text)
      await expectNoOverflow(page)
      const wide = await layers.evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((layer) => `${layer.outerHTML.slice(0, 90)} ${layer.scrollWidth}`),
      )
      expect(wide).toEqual([])
    })
  await setText(page, { size: '100%', css: '' })
}

test('an open layer is no wider than the narrowest window', async ({ page }) => {
  await signInWithOrders(page)
  await openDear(page, paths.shop)
  await setRupeeWidth(page, 160)

  await (await openSearch(page)).fill('watch')
  await expect(suggestions(page).filter({ hasText: '₹' }).first()).toBeVisible()
  await expectLayerReflow(page, 'the search box')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expectLayerReflow(page, 'the side menu')
  await page.keyboard.press('Escape')

  await clickInIsland(main(page).getByRole('button', { name: /^Filter/ }))
  await expectLayerReflow(page, 'the filters')
  await page.keyboard.press('Escape')

  await clickInIsland(
    page.locator('button[aria-haspopup=dialog]', { hasText: 'Add to Cart' }).first(),
  )
  await expectLayerReflow(page, 'the choice')
  await page.keyboard.press('Escape')

  await clickInIsland(
    page.locator('article button:not([aria-haspopup])', { hasText: 'Add to Cart' }).first(),
  )
  await expect(toasts(page).first()).toBeVisible()
  await expectLayerReflow(page, 'the toast')

  await page.setViewportSize({ width: 768, height: 844 })
  await accountButton(page).click()
  await expectLayerReflow(page, 'the account menu')
})
