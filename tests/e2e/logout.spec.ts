import type { Page } from '@playwright/test'
import { ADDRESS, logOut, signUpVerified, updateUser } from '#tools/accounts.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { main, modeButton } from '#tools/locators.ts'

const readStorages = (page: Page) =>
  page.evaluate(() =>
    [sessionStorage, localStorage].map((area) => Object.keys(area).toSorted().join()),
  )

test('after a logout, both storages have theme, searches and the wishlist of the device alone', async ({
  page,
}) => {
  const { email } = await signUpVerified(page)
  await updateUser(page, { addresses: [ADDRESS, { ...ADDRESS, pincode: '302001' }] })
  const product = await getProduct(page)
  await addToCart(page, product)
  await openPage(page, `/product/${product.slug}`)
  await modeButton(page).click()
  for (const [path, name, text] of [
    ['/contact', 'firstName', 'Asha'],
    ['/partner', 'company', 'Rao and Sons'],
    ['/contact/appointment', 'firstName', 'Asha'],
    ['/profile/edit', 'displayName', 'Asha Rao'],
    ['/checkout', 'phone', '98290 12345'],
  ] as const) {
    await openPage(page, path)
    await main(page).locator(`[name=${name}]`).fill(text)
  }
  await openPage(page, '/cart')
  await page.evaluate(() => localStorage.setItem('kairavi-searches', '["ring"]'))
  const [session = '', local = ''] = await readStorages(page)
  for (const key of ['contact', 'partner', 'appointment', 'edit-profile'])
    expect(session).toContain(`kairavi-form:${key}`)
  for (const key of ['cart-seen', 'viewed', 'session-hint']) expect(local).toContain(key)

  await logOut(page)
  await openPage(page, '/shop')
  const [left, kept] = await readStorages(page)
  expect(kept).toBe('kairavi-searches,kairavi-theme')
  // The list of products is no one's.
  expect(left?.replace('kairavi-cache', '')).toBe('')
  const all = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
  )
  for (const own of [email, 'Asha', 'Rao', ADDRESS.address, '98290']) expect(all).not.toContain(own)
})
