import { paths } from '#src/rules/paths.ts'
import {
  expect,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'
import { main } from '#tests/helpers/locators.ts'

// Invalid addresses.

test.beforeEach(({ page, console }) => {
  console.allow(/status of 404/)
  return page.setViewportSize({ width: 320, height: 700 })
})

test('an invalid address shows a message and a link', async ({ page }) => {
  let alerted = false
  page.on('dialog', (dialog) => {
    alerted = true
    void dialog.dismiss()
  })
  for (const [kind, path] of [
    ['an unknown page', '/nothing-of-the-kind'],
    ['an unknown slug', '/product/nothing-of-the-kind'],
    ['a slug of markup', `/product/${encodeURIComponent('<img src=x onerror=alert(1)>')}`],
    ['an unknown page of the listing', '/shop/9999'],
  ] as const)
    await test.step(kind, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await waitForHydration(page)
      const message = main(page).getByText(/^(Product not found\.|Nothing blooms here)$/)
      await expect(message.filter({ visible: true })).toHaveCount(1)
      await expect(main(page).getByRole('link').filter({ visible: true }).first()).toBeVisible()
      await expectNoOverflow(page)
      expect(alerted).toBe(false)
    })
})

test('a link without a token does not ask whether mails should stop', async ({ page }) => {
  await openPage(page, paths.stockAlerts)
  await expect(main(page).getByRole('alert')).toHaveText(/This link was used already/)
  await expect(main(page).getByRole('button', { name: 'Stop these mails' })).toHaveCount(0)
})

test('the account pages drop a ?next= of another site (T9)', async ({ page }) => {
  for (const [path, name] of [
    [paths.login, 'Create an account'],
    [paths.signup, 'Log in'],
    [paths.verifyEmail, 'Log in'],
  ] as const) {
    await openPage(page, `${path}?next=${encodeURIComponent('/\\evil.example')}`)
    const link = main(page).getByRole('link', { name }).first()
    await expect(link).toHaveAttribute('href', /^\/(login|signup)$/)
  }
})
