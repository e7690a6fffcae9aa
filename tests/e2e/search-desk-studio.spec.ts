import { randomUUID } from 'node:crypto'
import { searchPath } from '#src/rules/paths.ts'
import { expect, expectNoOverflow, openPage, test } from '#tools/browser-test.ts'
import { cards, openSearch, region, suggestions } from '#tools/locators.ts'
import { expectLive, logIn, press, resetContent } from '#tools/studio.ts'

test('a query without results becomes a synonym, and a product is pinned to it (item 31)', async ({
  page,
  browser,
}) => {
  await logIn(page, 'editor')
  for (const id of ['search-synonyms', 'search-pins'] as const) await resetContent(page, id)
  const query = `qq${randomUUID()
    .replaceAll(/[^a-z]/g, 'q')
    .slice(0, 12)}`
  const visitor = await (await browser.newContext()).newPage()
  await openPage(visitor, searchPath(query))
  await expect(visitor.getByText('No products found').first()).toBeVisible()

  const searches = region(page, 'Without results').getByRole('listitem').filter({ hasText: query })
  await expect(async () => {
    await page.goto('/studio/searches')
    await expect(searches).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const link = searches.getByRole('link', { name: query, exact: true })
  await expect(link).toHaveAttribute('href', searchPath(query))
  await searches.getByRole('link', { name: 'Add a synonym' }).click()
  const row = page.getByRole('textbox', { name: 'Words', exact: true }).first()
  await expect(row).toBeFocused()
  await expect(row).toHaveValue(`${query}, `)
  await page.keyboard.press('End')
  await page.keyboard.type('saree')
  const replayed = region(page, 'What changes').getByRole('listitem').filter({ hasText: query })
  await expect(replayed).toContainText('Now: nothing')
  await expect(replayed).toContainText(/Then: \d+ pieces?/)
  await expectNoOverflow(page)
  await press(page, 'Save and publish')
  await expectLive(page)

  await page.goto('/studio/searches')
  await searches.getByRole('link', { name: 'Pin products' }).click()
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toHaveValue(query)
  await page.getByPlaceholder('Search a product to add').fill('Sitara')
  await page.keyboard.press('Enter')
  await expect(replayed).toContainText('Sitara')
  await press(page, 'Save and publish')
  await expectLive(page)

  // Browsers keep the index of the search for a while.
  await visitor.context().close()
  const next = await (await browser.newContext()).newPage()
  await openPage(next, searchPath(query))
  await expect(cards(next).first()).toContainText('Sitara')
  await expect(cards(next).filter({ hasText: 'Saree' }).first()).toBeVisible()
  await (await openSearch(next)).fill(query)
  await expect(suggestions(next).first()).toContainText('Sitara')
  await next.context().close()
})
