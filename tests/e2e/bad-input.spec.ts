import { paths } from '#src/rules/paths.ts'
import {
  expect,
  expectNoOverflow,
  openPage,
  test,
  waitForHydration,
} from '#tests/helpers/browser-test.ts'

// Odd products, filters and searches are with the listing's and the product page's own tests; here
// is what somebody may type into the address bar and the fields that every page has.

test.beforeEach(({ page, console }) => {
  console.allow(/status of (400|404|414)/)
  return page.setViewportSize({ width: 320, height: 700 })
})

for (const [kind, path] of [
  ['an unknown page', '/nothing-of-the-kind'],
  ['an unknown slug', '/product/nothing-of-the-kind'],
  ['a slug of 2,000 characters', `/product/${'a'.repeat(2_000)}`],
  ['a slug of emoji', `/product/${encodeURIComponent('🪷'.repeat(40))}`],
  ['a slug of markup', `/product/${encodeURIComponent('<img src=x onerror=alert(1)>')}`],
  ['a slug of many parts', '/product/a/b/c'],
  ['a page of the listing that is not', '/shop/9999'],
] as const)
  test(`${kind} says so and leads on`, async ({ page }) => {
    let alerted = false
    page.on('dialog', (dialog) => {
      alerted = true
      void dialog.dismiss()
    })
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await waitForHydration(page)
    const main = page.getByRole('main')
    const told = main.getByText(/^(Product not found\.|Nothing blooms here)$/)
    await expect(told.filter({ visible: true })).toHaveCount(1)
    await expect(main.getByRole('link').filter({ visible: true }).first()).toBeVisible()
    await expectNoOverflow(page)
    expect(alerted).toBe(false)
  })

test('a broken or cunning address is refused without harm', async ({ request }) => {
  for (const path of ['/product/%E0%A4%A', '/..%2f..%2fetc%2fpasswd', '/product/%00', '/%5c%5cx']) {
    const answer = await request.get(path)
    expect([400, 404], path).toContain(answer.status())
    expect(await answer.text(), path).not.toMatch(/root:|\n\s+at /)
  }
})

test('the search field takes markup for words, and no more than 200 characters', async ({
  page,
}) => {
  await openPage(page, paths.about)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const field = page.locator('#search-box').getByRole('searchbox')
  await field.pressSequentially('<b>&"\'')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: `Remove search “<b>&"'”` })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await field.fill('')
  await field.evaluate((input: HTMLInputElement) => {
    input.focus()
    document.execCommand('insertText', false, 'x'.repeat(2_000))
  })
  await expect(field).toHaveValue('x'.repeat(200))
})

for (const next of [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
])
  test(`?next=${next} leads nowhere else`, async ({ page }) => {
    await openPage(page, `${paths.login}?next=${encodeURIComponent(next)}`)
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    const hrefs = await page
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.filter((href) => /evil|javascript/i.test(decodeURIComponent(href)))).toEqual([])
    await expectNoOverflow(page)
  })
