import type { Page } from '@playwright/test'
import type { CatalogListItem, ImportResult } from '#src/contract/editor.ts'
import { IDLE_SAFE } from '#tools/accounts.ts'
import { expect } from '#tools/browser-test.ts'
import { button, callEditor, press, editorTest as test } from '#tools/studio.ts'

/** More than one step of a change has. */
const COUNT = 700
const PRICE = 1_000

const toRow = (run: string, index: number): string =>
  `${run}-tile-${index},${run} Tile ${index},Glazed,watches,${PRICE},1,One,Care: Wipe it.,India,yes`

/** Imports archived products, which have no pages. */
async function importProducts(page: Page, run: string): Promise<void> {
  const header =
    'slug,title,subtitle,category,price,stock,highlights,description,countryOfOrigin,archived'
  const rows = Array.from({ length: COUNT }, (_, index) => toRow(run, index))
  const response = await page.request.post('/api/editor/import?dryRun=false', {
    ...IDLE_SAFE,
    headers: { 'Content-Type': 'text/csv' },
    data: [header, ...rows].join('\n'),
  })
  const result = (await response.json()) as ImportResult
  expect([result.created, result.errors]).toEqual([COUNT, []])
}

/** How many of the products have each price. */
async function countPrices(page: Page, run: string): Promise<Record<number, number>> {
  const { products } = await callEditor<{ products: CatalogListItem[] }>(page, 'GET', '/catalog')
  const own = products.filter(({ title }) => title.startsWith(`${run} Tile`))
  const byPrice = Map.groupBy(own, ({ price }) => price)
  return Object.fromEntries([...byPrice].map(([price, all]) => [price, all.length]))
}

test('a change of 700 products whose second step fails leaves the rest selected, and is undone', async ({
  page,
  console,
  run,
}) => {
  console.allow(/Failed to load resource/)
  await importProducts(page, run)
  await page.goto(`/studio/products?state=archived&search=${run}+Tile`)
  const selected = page.getByRole('region', { name: 'Selected products' }).getByRole('status')
  /** Changes the selected products, and does something else with the request of the second step. */
  const change = async (
    second: (request: { send: () => Promise<void>; fail: () => Promise<void> }) => Promise<void>,
  ) => {
    let steps = 0
    await page.route('**/api/editor/products/bulk', async (route) => {
      steps += 1
      if (steps !== 2) return route.continue()
      return second({
        send: async () => void (await route.fetch()),
        fail: () => route.fulfill({ status: 503, body: '' }),
      })
    })
    await press(page, 'Change price')
    await page.getByLabel('Change in percent').fill('-10')
    await press(page, 'Change prices')
    await expect.poll(() => steps).toBe(2)
  }
  const selectAll = () => page.getByLabel('Select every product of the list').click()

  await test.step('a step that the shop has not had', async () => {
    await selectAll()
    await expect(selected).toHaveText(`${COUNT} products selected`)
    await change(({ fail }) => fail())
    await expect(page.getByText('500 products changed, 200 not.')).toBeVisible()
    await expect(selected).toHaveText('200 products selected')
    expect(await countPrices(page, run)).toEqual({ [PRICE]: 200, [PRICE * 0.9]: 500 })
    await press(page, 'Undo')
    await expect(page.getByText('500 products restored.')).toBeVisible()
    expect(await countPrices(page, run)).toEqual({ [PRICE]: COUNT })
    await press(page, 'Clear selection')
  })
  await page.unroute('**/api/editor/products/bulk')
  await test.step('a step whose answer is lost', async () => {
    await selectAll()
    await change(async ({ send, fail }) => {
      await send()
      await fail()
    })
    await expect(page.getByText(`${COUNT} products changed.`)).toBeVisible()
    await expect(selected).toHaveCount(0)
    expect(await countPrices(page, run)).toEqual({ [PRICE * 0.9]: COUNT })
    await button(page, 'Undo').last().click()
    await expect(page.getByText(`${COUNT} products restored.`)).toBeVisible()
    expect(await countPrices(page, run)).toEqual({ [PRICE]: COUNT })
  })
})
