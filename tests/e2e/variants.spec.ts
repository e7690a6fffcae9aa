import type { Locator, Page } from '@playwright/test'
import { signUpVerified } from '#tools/accounts.ts'
import {
  clickInIsland,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tools/browser-test.ts'
import { findProduct, rupees } from '#tools/catalog.ts'
import { cards, cartLink, main, openResult } from '#tools/locators.ts'

/** A value of an option, which says what is wrong with it. */
const value = (container: Page | Locator, name: string): Locator =>
  container.getByRole('radio', { name, exact: true })

test('a sold-out size is shown, and asks for a mail, on its page and in the chooser of a card @phone', async ({
  page,
}) => {
  await signUpVerified(page)
  const { slug, title, options, variants } = await findProduct(
    page,
    ({ options, variants }) =>
      options.length === 1 &&
      variants?.some(({ stock }) => stock === 0) === true &&
      variants.some(({ stock }) => stock === 2),
  )
  const name = options[0]?.name ?? ''
  const withStock = (stock: number) =>
    variants?.find((variant) => variant.stock === stock)?.choice[name] ?? ''
  const soldOut = value(page, `${withStock(0)} Sold out`)

  await openPage(page, `/product/${slug}?${new URLSearchParams({ [name]: withStock(0) })}`)
  await expect(soldOut).toBeChecked()
  await expect(main(page).getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await expect(main(page).getByText(/^SKU /)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Tell me when it returns' }).click()
  await expect(page.getByText('We will write to you when it returns.')).toBeVisible()

  await value(page, withStock(2)).check({ force: true })
  await expect(page.getByText('We will write to you when it returns.')).toHaveCount(0)
  await expect(page.getByText('Only 2 left.')).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveAttribute('max', '2')

  const card = await openResult(page, title)
  await clickInIsland(card.getByRole('button', { name: /^Add to Cart/ }))
  const dialog = page.getByRole('dialog')
  await value(dialog, `${withStock(0)} Sold out`).check({ force: true })
  await expect(dialog.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Tell me when it returns' })).toBeVisible()
})

test('price and picture follow the choice, which is in the address: it survives a reload and is shared (item 5)', async ({
  page,
}) => {
  const { slug, price, options, variants } = await findProduct(
    page,
    ({ variants }) => variants?.some((variant) => variant.price !== undefined) === true,
  )
  const own = variants?.find((variant) => variant.price !== undefined)
  const name = options[0]?.name ?? ''
  const [first = '', other = ''] = [options[0]?.values[0], own?.choice[name]]
  const shown = main(page)
    .getByText(rupees(own?.price ?? 0))
    .first()
  const picture = page.getByRole('link', { name: `Picture ${(own?.picture ?? 0) + 1} of` })
  await openPage(page, `/product/${slug}?utm_source=mail`)
  await expect(main(page).getByText(rupees(price)).first()).toBeVisible()
  await value(page, other).check({ force: true })
  await expect(shown).toBeVisible()
  await expect(picture).toHaveAttribute('aria-current', 'true')
  await value(page, first).check({ force: true })
  await expect(main(page).getByText(rupees(price)).first()).toBeVisible()
  await value(page, other).check({ force: true })
  await expect(page).toHaveURL((url) => url.searchParams.get(name) === other)
  await page.reload()
  await waitForHydration(page)
  await expect(value(page, other)).toBeChecked()
  await expect(shown).toBeVisible()
  await openPage(page, `/product/${slug}?${new URLSearchParams({ [name]: 'None such' })}`)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('a dearer choice of a card is no change of its price in the cart', async ({ page }) => {
  await signUpVerified(page)
  const isDearer = (
    product: { price: number },
    row: { stock: number; price?: number | undefined },
  ) => row.stock > 0 && (row.price ?? 0) > product.price
  const product = await findProduct(
    page,
    (each) =>
      each.options.length === 1 && each.variants?.some((row) => isDearer(each, row)) === true,
  )
  const { title, category, options, variants } = product
  const chosen = variants?.find((row) => isDearer(product, row))
  await openPage(page, `/shop/${category.toLowerCase()}`)
  const card = cards(page).filter({ hasText: title }).first()
  await clickInIsland(card.getByRole('button', { name: /^Add to Cart/ }))
  const dialog = page.getByRole('dialog')
  await value(dialog, chosen?.choice[options[0]?.name ?? ''] ?? '').check({ force: true })
  await dialog.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cartLink(page)).toContainText('1 item in cart')
  await openPage(page, '/cart')
  await expect(
    main(page)
      .getByText(rupees(chosen?.price ?? 0))
      .first(),
  ).toBeVisible()
  await expect(main(page).getByText('Something has changed')).toHaveCount(0)
})
