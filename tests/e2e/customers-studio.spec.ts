import { ADDRESS, callApi, signUpVerified, updateUser } from '#tools/accounts.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothModes,
  expectNoOverflow,
  test,
} from '#tools/browser-test.ts'
import { logIn, press } from '#tools/studio.ts'
import { PHONE } from '#tools/viewports.ts'

test('a customer is found, exported and deleted, and the audit log says so', async ({
  page,
  console,
}) => {
  const account = await signUpVerified(page)
  const path = '/users/getUserProfile'
  const { user } = await callApi<{ user: { uid: string } }>(page, 'GET', path)
  await updateUser(page, { addresses: [ADDRESS] })
  await page.context().clearCookies()
  await logIn(page, 'admin')

  await page.goto('/studio/customers')
  const search = page.getByRole('searchbox')
  await search.fill(account.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '1 account' })).toBeVisible()
  await expect(search).toBeFocused()
  expect(page.url()).not.toContain(account.email.split('@')[0])
  await page.getByRole('link', { name: account.name }).click()

  await expect(page.getByRole('heading', { level: 1, name: account.name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Addresses' })).toContainText(ADDRESS.address)
  await expect(page.getByRole('region', { name: 'Wishlist' })).toContainText('empty')
  await expectAccessibleInBothModes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export the data' }).click()
  expect((await download).suggestedFilename()).toBe('kairavi-account.json')

  console.allow(/status of 400/)
  await press(page, 'Delete the account…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason, for the audit log').selectOption({ index: 1 })
  const confirmation = dialog.getByLabel('Email of the account')
  await confirmation.fill('somebody@visitor.example')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please type the email address of this account.')
  await expect(confirmation).toBeFocused()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await confirmation.fill(account.email)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/studio/customers')
  await expect(page.getByText('The account is deleted.')).toBeVisible()
  await expect(page.getByText(`No account has “${account.email}”`)).toBeVisible()
  await page.goto('/studio/team')
  const log = page.getByRole('region', { name: 'Audit log' })
  const entries = log.getByRole('listitem').filter({ hasText: user.uid })
  await expect(entries).toHaveText([/Deleted \(Request of the customer\)/, /Exported/, /Opened/])
  await expect(entries.filter({ hasText: account.name })).toHaveCount(0)

  await test.step('an editor has no customers', async () => {
    await page.goto('about:blank')
    await logIn(page, 'editor')
    await page.goto('/studio/customers')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your role does not have this page',
    )
    await expect(page.getByRole('link', { name: 'Customers' })).toHaveCount(0)
    await page.goto('/studio/messages')
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Find the account/ })).toHaveCount(0)
  })
})

test('a packer has orders, the stock and nothing else', async ({ page }) => {
  await logIn(page, 'packer')
  await page.goto('/studio/products')
  const menu = page.getByRole('navigation', { name: 'Studio' })
  // A shop without orders has no desk for them.
  await expect(menu.getByRole('link')).toHaveText(['Products', 'Security'])
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(0)
  for (const name of ['New product', 'Import or export'])
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expectAccessibleInBothModes(page)
  const path = '/api/editor/catalog'
  const { products } = await (await page.request.get(path)).json()
  const { title, stock } = products.find(
    (product: { hasVariants: boolean }) => !product.hasVariants,
  )
  await page.getByRole('searchbox').fill(title)
  await press(page, `Pieces of ${title} that come or go`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'One more' }).click()
  await press(page, 'Change the stock')
  await press(page, 'Undo')
  await expect
    .poll(async () => {
      const { products: now } = await (await page.request.get(path)).json()
      return now.find((product: { title: string }) => product.title === title).stock
    })
    .toBe(stock)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await page.goto('/studio/content')
  await expect(page.getByText('Your role does not have this page')).toBeVisible()
})
