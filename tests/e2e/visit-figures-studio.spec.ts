import type { ResponseBody } from '#src/contract/endpoints.ts'
import { searchPath } from '#src/rules/paths.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { callEditor, logIn } from '#tools/studio.ts'

test('visits are in the studio, those under GPC are not (item 60)', async ({
  page: studio,
  browser,
}) => {
  await logIn(studio, 'editor')
  const countVisits = async () => {
    const speed = await callEditor<ResponseBody<'GET /editor/speed'>>(studio, 'GET', '/speed')
    return speed.pages.find(({ page }) => page === 'product')?.lcp?.visits ?? 0
  }
  const before = await countVisits()

  const refusing = await browser.newContext()
  await refusing.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  const sent: string[] = []
  refusing.on('request', (request) => {
    if (/\/events|\/web-vitals/.test(request.url())) sent.push(request.url())
  })
  const refusingPage = await refusing.newPage()
  await openPage(refusingPage, PRODUCT_PATH)
  await openPage(refusingPage, searchPath('umbrella'))
  await expect(refusingPage.getByText('No products found').first()).toBeVisible()

  const context = await browser.newContext()
  const page = await context.newPage()
  await expect(async () => {
    await openPage(page, PRODUCT_PATH)
    // What is left before it is measured is not counted.
    await page.goto('/about')
    expect(await countVisits()).toBeGreaterThan(before)
  }).toPass()
  expect(sent).toEqual([])
  await Promise.all([context.close(), refusing.close()])
  await studio.goto('/studio/speed')
  await expect(studio.getByRole('row', { name: /^Product/ }).first()).toContainText('visit')
})
