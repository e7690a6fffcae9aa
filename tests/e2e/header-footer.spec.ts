import type { Locator } from '@playwright/test'
import { SEARCH_EXAMPLES } from '#src/rules/constants.ts'
import { holdRequests, recordRequests } from '#tests/helpers/requests.ts'
import { signUpVerified } from '#tools/accounts.ts'
import { expect, expectAccessible, openPage, test, waitForAnimations } from '#tools/browser-test.ts'
import { getProduct } from '#tools/catalog.ts'
import {
  accountButton,
  cartLink,
  header,
  loginLink,
  main,
  modeButton,
  openSearch,
  suggestions,
} from '#tools/locators.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

/** The `href`s of all links that a locator matches. */
const hrefsOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

test('the header has logo, links, search, wishlist, cart count, account and colour mode; on a phone the side menu repeats them §1.layout.1 §1.layout.2', async ({
  page,
}) => {
  const link = (name: string | RegExp) => header(page).getByRole('link', { name })
  const nav = header(page).getByRole('navigation', { name: 'Main' }).getByRole('link')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const expectMenu = async (...names: string[]) => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const all = ['Home', 'Shop', 'About', 'Contact', 'Jewelry', 'FAQs', 'Wishlist', 'Cart']
    for (const name of [...all, ...names])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('button', { name: 'Dark mode' })).toBeVisible()
  }
  await openPage(page, '/about')
  await expect(link('Kairavi, home')).toHaveAttribute('href', '/')
  await expect(nav).toHaveText(['Home', 'Shop', 'About', 'Contact'])
  expect(await hrefsOf(nav)).toEqual(['/', '/shop', '/about', '/contact'])
  await expect(header(page).getByRole('button', { name: 'Search' })).toBeVisible()
  await expect(link(/^Wishlist/)).toHaveAttribute('href', '/wishlist')
  await expect(cartLink(page)).toHaveAttribute('href', '/cart')
  await expect(loginLink(page)).toHaveAttribute('href', '/login')
  await modeButton(page).click()
  await expectMenu('Log in')
  // Escape closes the suggestions first.
  const field = menu.getByLabel('Search the shop')
  await field.fill('silk')
  await expect(menu.getByRole('option').first()).toBeVisible()
  await field.press('Escape')
  await expect(menu.getByRole('option').first()).toBeHidden()
  await expect(field).toHaveValue('silk')
  await field.press('Escape')
  await expect(menu).toBeHidden()

  await signUpVerified(page)
  await page.setViewportSize(DESKTOP)
  await openPage(page, '/about')
  await expect(modeButton(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(loginLink(page)).toHaveCount(0)
  await accountButton(page).click()
  await expect(link('Profile')).toHaveAttribute('href', '/profile')
  await expect(header(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  await expectMenu('Profile')
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('the search box opens and closes, ignores blanks, trims and encodes the term; the header is compact past 20 px §4.header.1 §4.header.2 §4.header.3 §5.6 §9.9', async ({
  page,
}) => {
  await openPage(page, '/terms')
  await test.step('the header', async () => {
    const height = async () => (await header(page).boundingBox())?.height
    const headingTop = () =>
      page
        .getByRole('heading', { level: 1 })
        .evaluate((h1) => h1.getBoundingClientRect().y + scrollY)
    const before = await headingTop()
    for (const [y, expected] of [
      [20, 88],
      [21, 64],
      [0, 88],
    ] as const) {
      await page.evaluate((top) => scrollTo(0, top), y)
      await expect.poll(height).toBe(expected)
      if (expected === 64) await expect(header(page)).toHaveCSS('backdrop-filter', /blur\(\d+px\)/)
      expect(await headingTop()).toBe(before)
    }
  })
  const icon = header(page).getByRole('button', { name: 'Search' })
  const field = await openSearch(page)
  await expect(field).toBeFocused()
  await expect(field, 'hydrated').toHaveRole('combobox')
  await icon.click()
  await expect(field).toBeHidden()
  await icon.click()
  await field.fill(' \t ')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/terms$/)
  await expect(field).toBeVisible()
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expect(icon).toBeFocused()
  await icon.click()
  await field.fill('  clutch & <b>co/ś ')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/shop\?search=clutch%20%26%20%3Cb%3Eco%2F%C5%9B$/)
  await expect(page.getByRole('button', { name: 'Remove search “clutch & <b>co/ś”' })).toBeVisible()
})

test('the search box suggests pieces, categories, recent searches and recently viewed pieces (item 32)', async ({
  page,
}) => {
  const early = recordRequests(page, (request) => /suggestions|search-index/i.test(request.url()))
  await openPage(page, '/terms')
  expect(early).toEqual([])
  const field = await openSearch(page)
  const box = page.getByRole('search')
  const options = suggestions(page)
  await expect(field).toHaveRole('combobox')
  await field.fill('jewlery')
  await expect(box.getByRole('group', { name: 'Categories' })).toContainText(/Jewelry\d+ pieces/)
  await expect(options.nth(1)).toContainText(/₹[\d,]+\.\d\d/)
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await field.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const active = await options.first().getAttribute('id')
  await expect(field).toHaveAttribute('aria-activedescendant', active ?? '')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Jewelry, \d+ pieces$/)

  const { slug, title } = await getProduct(page)
  await openPage(page, `/product/${slug}`)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(slug)
  await openPage(page, '/terms')
  await openSearch(page)
  await expect(box.getByRole('group', { name: 'Recent searches' })).toContainText('jewlery')
  await expect(box.getByRole('group', { name: 'Recently viewed' })).toContainText(title)
  await box.getByRole('button', { name: 'Clear history' }).click()
  await expect(options).toHaveText(SEARCH_EXAMPLES)
})

test('the keys of the search suggestions: arrows wrap over the text, Escape closes the list first (item 32)', async ({
  page,
  context,
  console,
}) => {
  console.allow(/404/)
  await openPage(page, '/no-such-page')
  const field = main(page).getByLabel('Search the shop')
  const options = main(page).getByRole('option')
  const selected = main(page).getByRole('option', { selected: true })
  await field.fill('silk')
  await expect(options.first()).toBeVisible()
  // Some suggestions come later than others.
  await expect(async () => {
    const said = main(page).getByText(`${await options.count()} suggestions`)
    await expect(said).toBeAttached({ timeout: 500 })
  }).toPass()
  await field.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await expect(selected).toHaveCount(0)
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await options.last().hover()
  await expect(selected).toHaveCount(0)

  // Home and End move the caret. A space finds the same, so that the list stays open.
  await field.press('Home')
  await page.keyboard.type(' ')
  // The focus leaves the list behind, and brings it back.
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.press('Shift+Tab')
  await expect(options.first()).toBeHidden()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await field.focus()
  await expect(options.first()).toBeVisible()
  await field.press('Escape')
  await expect(options.first()).toBeHidden()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toHaveValue(' silk')
  await field.fill('silks')
  await expect(options.first()).toBeVisible()

  const tab = context.waitForEvent('page')
  await options.first().click({ button: 'middle' })
  await expect(await tab).toHaveURL(/\/(?:product|shop)\//)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/shop\?search=silks$/)
})

test('the search field keeps text, focus and selection while its scripts come, and works where they or the index do not', async ({
  page,
  console,
}) => {
  console.allow(/ERR_FAILED/)
  await test.step('before and after it is hydrated', async () => {
    const release = await holdRequests(page, /Search(?:Field|Suggestions)\..*\.js/)
    await page.goto('/terms')
    const field = await openSearch(page)
    await page.keyboard.type('emerald')
    await field.press('Shift+Home')
    await field.evaluate((input) => input.setAttribute('data-first', ''))
    release()
    await expect(field).toHaveRole('combobox')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('data-first')
    await expect(suggestions(page).first()).toBeVisible()
    await page.keyboard.type('silk')
    await expect(field).toHaveValue('silk')
    await expect(suggestions(page).first()).toContainText(/silk/i)
  })
  for (const url of ['**/search-index.json*', '**/SearchSuggestions.*.js'])
    await test.step(`without ${url}`, async () => {
      await page.route(url, (route) => route.abort())
      await openPage(page, '/terms')
      const failed = page.waitForEvent('requestfailed', (failed) =>
        /search-?(?:index|sugg)/i.test(failed.url()),
      )
      const field = await openSearch(page)
      await failed
      await field.fill('silk')
      await expect(suggestions(page)).toHaveCount(0)
      await field.press('Enter')
      await expect(page).toHaveURL(/\/shop\?search=silk$/)
      await page.unroute(url)
    })
})

test('a late answer never replaces newer search suggestions, which have none selected', async ({
  page,
}) => {
  // The index of a large catalogue, which the API searches.
  await page.route('**/search-index.json*', (route) =>
    route.fulfill({ json: { searchUrl: '/api/products/search' } }),
  )
  const release = await holdRequests(page, '**/api/products/search?*search%3Dwatch&*')
  await openPage(page, '/terms')
  const field = await openSearch(page)
  const options = suggestions(page)
  await expect(field).toHaveRole('combobox')
  const late = page.waitForRequest(/products\/search.*watch/)
  await field.fill('watch')
  await late
  await field.fill('silk')
  await expect(options.first()).toContainText(/silk/i)
  const texts = await options.allTextContents()
  const answer = page.waitForResponse(/products\/search.*watch/)
  release()
  await (await answer).finished()
  await waitForAnimations(page)
  expect(await options.allTextContents()).toEqual(texts)
  await field.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await field.fill('watch')
  await expect(options.first()).toHaveText('Watches')
  await expect(options.first()).toHaveAttribute('aria-selected', 'false')
})

test('the footer links to categories, company pages and contacts; each navigation is a page view; the preview banner shows the state of the backend §1.layout.3 §1.layout.7 §1.layout.9 §2.other.2 §2.other.3', async ({
  page,
  console,
}) => {
  console.allow(/Failed to load resource/)
  const views: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) views.push(new URL(request.postDataJSON().url).pathname)
  })
  await openPage(page, '/terms')
  await expect(page.getByText('Preview backend running in this workspace.')).toBeVisible()
  await expect.poll(() => views).toEqual(['/terms'])
  const footer = page.getByRole('contentinfo')
  const links = (title: string) => footer.getByRole('navigation', { name: title }).getByRole('link')
  const categories = await hrefsOf(links('Shop'))
  expect(categories).toHaveLength(8)
  expect(categories.filter((href) => !href?.startsWith('/store?category='))).toEqual([])
  expect((await hrefsOf(links('The house'))).join()).toBe('/about,/contact,/partner,/faqs,/terms')
  await expect(links('Help')).toHaveCount(5)
  for (const text of ['14, Chandni Haveli, Amer Road', '+91 141 555 0142'])
    await expect(footer.getByText(text)).toBeVisible()
  await expect(footer.getByRole('link', { name: 'care@kairavi.example' })).toBeVisible()
  await footer.getByRole('link', { name: 'Instagram' }).click()
  await expect(page).toHaveURL(/\/terms#social$/)

  await page.route('**/api/health', (route) => route.abort())
  await openPage(page, '/faqs')
  await expect(page.getByText('Preview backend disconnected.')).toBeVisible()
  await expect.poll(() => views).toEqual(['/terms', '/faqs'])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await openPage(page, '/about')
  await expect(page.getByText(/^Preview backend/)).toBeHidden()
})
