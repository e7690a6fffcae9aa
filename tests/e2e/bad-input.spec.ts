import { paths } from '#src/rules/paths.ts'
import { expect, expectNoOverflow, openPage, test, waitForHydration } from '#tools/browser-test.ts'
import { main } from '#tools/locators.ts'

test('an invalid address shows a message and a link, and a ?next= of another site is dropped (T9)', async ({
  page,
  console,
}) => {
  console.allow(/status of 404/)
  await page.setViewportSize({ width: 320, height: 700 })
  let alerted = false
  page.on('dialog', (dialog) => {
    alerted = true
    void dialog.dismiss()
  })
  for (const path of [
    '/nothing-of-the-kind',
    '/product/nothing-of-the-kind',
    `/product/${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
    '/shop/9999',
  ])
    await test.step(path, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await waitForHydration(page)
      const message = main(page).getByText(/^(Product not found\.|Nothing blooms here)$/)
      await expect(message.filter({ visible: true })).toHaveCount(1)
      await expect(main(page).getByRole('link').first()).toBeVisible()
      await expectNoOverflow(page)
      expect(alerted).toBe(false)
    })
  await openPage(page, paths.stockAlerts)
  await expect(main(page).getByRole('alert')).toHaveText(/This link was used already/)
  await expect(main(page).getByRole('button', { name: 'Stop these mails' })).toHaveCount(0)
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
