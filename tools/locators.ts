import type { Locator, Page } from '@playwright/test'
import { searchPath } from '#src/rules/paths.ts'
import { clickInIsland, expect, openPage, waitForIsland } from './browser-test.ts'

// The parts of the shop that several tests use, by what a screen reader announces.

export const main = (page: Page): Locator => page.getByRole('main')
export const header = (page: Page): Locator => page.getByRole('banner')
export const region = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

/** The link to the cart in the header, whose name contains the number of items. */
export const cartLink = (page: Page): Locator => header(page).getByRole('link', { name: /^Cart/ })
export const accountButton = (page: Page): Locator =>
  header(page).getByRole('button', { name: 'Account' })
export const loginLink = (page: Page): Locator => header(page).getByRole('link', { name: 'Log in' })
export const modeButton = (page: Page): Locator =>
  header(page).getByRole('button', { name: 'Dark mode' })

/** Opens the search box of the header. @returns its field. */
export async function openSearch(page: Page): Promise<Locator> {
  await header(page).getByRole('button', { name: 'Search' }).click()
  return page.getByRole('search').getByLabel('Search the shop')
}

/** The suggestions of the search box that is open. */
export const suggestions = (page: Page): Locator => page.getByRole('search').getByRole('option')

export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** The text of a toast. */
export const toast = (page: Page, text: string): Locator =>
  toasts(page).getByText(text, { exact: true })

/** Clicks Log in in the toast with this text. */
export const followToast = (page: Page, text: string): Promise<void> =>
  toasts(page).filter({ hasText: text }).getByRole('button', { name: 'Log in' }).click()

/** The cards of the listing that is open. */
export const cards = (page: Page): Locator => main(page).getByRole('article')

/** Opens the results of a search for a title. @returns the card of the piece. */
export async function openResult(page: Page, title: string): Promise<Locator> {
  await openPage(page, searchPath(title))
  // Until then, the published list is shown, whose cards go.
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText(
    `Results for “${title}”`,
  )
  return cards(page).filter({ hasText: title }).first()
}

/** The first Add to Cart of a piece without a choice, which adds at once. */
export const addToCartButton = (page: Page): Locator =>
  page
    .getByRole('button', { name: 'Add to Cart' })
    .and(page.locator(':not([aria-haspopup])'))
    .first()

/** Chooses the first value of each option of the open product page, and presses Add to Cart. */
export async function addOpenProduct(page: Page): Promise<void> {
  const groups = main(page)
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
  for (const group of await groups.all())
    await (await waitForIsland(group.locator('label').first())).click()
  await clickInIsland(addToCartButton(page))
}

export const buyNowButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Buy Now' }).first()
export const addToWishlistButton = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Add to wishlist: ${title}` })
export const removeFromWishlistButton = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Remove from wishlist: ${title}` })

/** The rows of the cart, the wishlist or the checkout that is open, without that of a removed line. */
export const listItems = (page: Page): Locator =>
  main(page)
    .getByRole('listitem')
    .filter({ hasNot: page.getByRole('button', { name: 'Undo' }) })
/** The quantity of the only row of the cart. */
export const quantity = (page: Page): Locator => main(page).locator('output')
export const increaseButton = (page: Page): Locator =>
  main(page).getByRole('button', { name: /^One more/ })
export const decreaseButton = (page: Page): Locator =>
  main(page).getByRole('button', { name: /^One less/ })
export const removeButton = (page: Page): Locator =>
  main(page).getByRole('button', { name: /^Remove/ })
