import type { Browser, Locator, Page } from '@playwright/test'
import { placeOrder } from '#tests/helpers/placed-order.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothModes,
  expectNoOverflow,
  test,
} from '#tools/browser-test.ts'
import { button, callEditor, listOnly, logIn, press } from '#tools/studio.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

// Many orders at once. Other tests place orders meanwhile: each list has those of the test alone.

test.beforeEach(({ page }) => logIn(page, 'admin'))

async function placeOrders(browser: Browser, amount: number): Promise<string[]> {
  const numbers: string[] = []
  for (let placed = 0; placed < amount; placed++) numbers.push((await placeOrder(browser)).number)
  return numbers
}

const row = (page: Page, number: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) })
const tracking = (page: Page, number: string) => page.getByLabel(`Tracking number of ${number}`)

async function paste(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const init = { bubbles: true, cancelable: true, clipboardData }
    element.dispatchEvent(new ClipboardEvent('paste', init))
  }, text)
}

test('fifteen parcels go from Today to dispatched in at most 25 presses', async ({
  page,
  browser,
}) => {
  test.slow()
  const numbers = await placeOrders(browser, 15)
  await listOnly(page, numbers)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  let presses = 0
  const click = async (target: Locator) => {
    presses++
    await target.click()
  }
  const enter = async () => {
    presses++
    await page.keyboard.press('Enter')
  }
  await page.goto('/studio/today')
  await click(
    page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: /To dispatch$/ }),
  )
  await click(page.getByLabel('Select every order of this page'))
  await click(page.getByRole('link', { name: '15 packing slips' }))
  await expect(page.getByRole('article', { name: /^Packing slip KV-/ })).toHaveCount(15)
  await click(button(page, 'Print'))
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await click(page.getByRole('link', { name: 'Dispatch 15…' }))
  await expect(page.getByLabel('Carrier of all parcels')).toBeFocused()
  await page.keyboard.type('Blue Dart')
  await enter()
  for (const number of numbers) {
    await expect(tracking(page, number)).toBeFocused()
    await page.keyboard.type(`BD ${number}`)
    await enter()
  }
  await expect(button(page, '15 parcels have left')).toBeFocused()
  await enter()
  await expect(page.getByText('None of these orders is left to dispatch.')).toBeVisible()
  await expect(page.getByRole('row').getByText('On its way', { exact: true })).toHaveCount(15)
  expect(presses).toBeLessThanOrEqual(25)
  const { order } = await callEditor<{ order: { shipments: object[] } }>(
    page,
    'GET',
    `/orders/${numbers[7]}`,
  )
  expect(order.shipments).toMatchObject([
    { carrier: 'Blue Dart', trackingNumber: `BD ${numbers[7]}` },
  ])
})

test('a pasted sheet fills the table, a refused order keeps its number, and the rest go on', async ({
  page,
  browser,
}) => {
  const [first = '', second = '', third = ''] = await placeOrders(browser, 3)
  await page.goto(`/studio/orders/dispatch?orders=${first},${second},${third}`)
  await test.step('nothing is sent without a carrier', async () => {
    const carrier = page.getByLabel('Carrier of all parcels')
    await page.getByLabel(/^Also those without a number/).check()
    await press(page, '3 parcels have left')
    await expect(carrier).toHaveAccessibleDescription('Please enter the carrier.')
    await expect(carrier).toBeFocused()
    await carrier.fill('Delhivery')
    await page.getByLabel(/^Also those without a number/).uncheck()
  })
  await test.step('two columns are matched by the number of the order', async () => {
    const sheet = `Order\tAWB\n${third}\tD 3\n${first.toLowerCase()}\tD 1\nKV-ZZZZ9999\tD 9`
    await paste(tracking(page, second), sheet)
    await expect(tracking(page, first)).toHaveValue('D 1')
    await expect(tracking(page, second)).toHaveValue('')
    await expect(tracking(page, third)).toHaveValue('D 3')
    await expect(page.getByRole('alert')).toContainText('KV-ZZZZ9999 D 9')
  })
  await test.step('a number of two parcels cannot be sent', async () => {
    await tracking(page, second).fill('D 3')
    await expect(row(page, second)).toContainText(`${third} has this number, too.`)
    await expect(button(page, '3 parcels have left')).toBeDisabled()
  })
  await test.step('a column is filled in from its row on, and is there after a reload', async () => {
    await paste(tracking(page, first), 'D 1\nD 2\nD 4')
    await page.reload()
    await expect(tracking(page, second)).toHaveValue('D 2')
    await expect(tracking(page, third)).toHaveValue('D 4')
  })
  await callEditor(page, 'POST', `/orders/${second}/cancel`, { reason: 'A piece is out of stock' })
  await expectAccessibleInBothModes(page)
  await press(page, '3 parcels have left')
  await expect(row(page, first)).toContainText('On its way')
  await expect(row(page, third)).toContainText('On its way')
  await expect(row(page, second)).toContainText('Cancelled')
  await expect(page.getByText('This order is cancelled.')).toBeVisible()
})

test('selected orders are delivered and paid by one press each, with one Undo', async ({
  page,
  browser,
}) => {
  const numbers = await placeOrders(browser, 2)
  for (const number of numbers)
    await callEditor(page, 'POST', `/orders/${number}/dispatch`, { carrier: 'By hand' })
  await listOnly(page, numbers)
  await page.goto('/studio/orders')
  const all = page.getByLabel('Select every order of this page')
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await page.getByLabel(`Select ${numbers[0]}`).check()
  await expect(bar).toContainText('1 order selected')
  await all.check()
  await expect(bar).toContainText('2 orders selected')
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
  await expectAccessibleInBothModes(page)
  await bar.getByRole('button', { name: '2 delivered' }).click()
  await expect(bar).toBeHidden()
  const list = page.getByRole('main').getByRole('listitem')
  await expect(list.getByText('Delivered', { exact: true })).toHaveCount(2)
  await press(page, 'Undo')
  await expect(list.getByText('On its way', { exact: true })).toHaveCount(2)
  await all.check()
  await bar.getByRole('button', { name: /^Cash of 2 collected, ₹/ }).click()
  await expect(list.getByText('Cash collected', { exact: true })).toHaveCount(2)
})

test('selected orders are packed by one press, have a list, and one Undo', async ({
  page,
  browser,
}) => {
  const numbers = await placeOrders(browser, 2)
  await listOnly(page, numbers)
  await page.goto('/studio/orders?view=to_dispatch')
  await page.getByLabel('Select every order of this page').check()
  await press(page, 'Mark 2 as packed')
  const badges = page.getByRole('main').getByRole('listitem').getByText('Packed', { exact: true })
  await expect(badges).toHaveCount(2)
  const lists = page.getByRole('navigation', { name: 'Lists of orders' })
  await expect(lists.getByRole('link', { name: /^Packed\s*\d/ })).toBeVisible()
  await press(page, 'Undo')
  await expect(badges).toHaveCount(0)
})

test('each label of a selection is a page of A6, and each slip one of A4', async ({
  page,
  browser,
}) => {
  const numbers = await placeOrders(browser, 3)
  for (const [paper, size] of [
    ['labels', '298 x 420'],
    ['slips', '595 x 842'],
  ] as const) {
    await page.goto(`/studio/orders/${paper}?orders=${numbers.join(',')}`)
    await expect(page.getByRole('article')).toHaveCount(3)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    expect(
      sizes.map(([, width, height]) => [width, height].map(Number).map(Math.round).join(' x ')),
    ).toEqual([size, size, size])
  }
})

test('a refused order stays selected with its reason', async ({ page, browser }) => {
  const [first = '', second = ''] = await placeOrders(browser, 2)
  for (const number of [first, second])
    await callEditor(page, 'POST', `/orders/${number}/dispatch`, { carrier: 'By hand' })
  await listOnly(page, [first, second])
  await page.goto('/studio/orders')
  await page.getByLabel('Select every order of this page').check()
  await callEditor(page, 'POST', `/orders/${first}/deliver`)
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await bar.getByRole('button', { name: '2 delivered' }).click()
  await expect(bar.getByRole('alert')).toContainText(`${first}: This order has arrived already.`)
  await expect(bar).toContainText('1 order selected')
  await expectAccessible(page)
})

test('the page of an order leads to the next one of its list', async ({ page, browser }) => {
  const [first = '', second = ''] = await placeOrders(browser, 2)
  await listOnly(page, [first, second])
  await page.goto('/studio/orders?view=to_dispatch')
  await page.getByRole('link', { name: first, exact: true }).click()
  await page.getByLabel('Carrier').fill('By hand')
  await press(page, 'Mark as dispatched')
  await expect(page.getByText('On its way', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Next order ${second}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await expect(page.getByRole('link', { name: `Previous order ${first}` })).toBeVisible()
})

test('the sheet of a courier is compared with the cash, and what matches is recorded', async ({
  page,
  browser,
}) => {
  const [right = '', wrong = ''] = await placeOrders(browser, 2)
  const due: Record<string, number> = {}
  for (const number of [right, wrong]) {
    await callEditor(page, 'POST', `/orders/${number}/dispatch`, { carrier: 'Delhivery' })
    const path = `/orders/${number}/deliver`
    const { order } = await callEditor<{ order: { toCollect: number } }>(page, 'POST', path)
    due[number] = order.toCollect
  }
  await page.goto('/studio/orders?view=to_collect')
  await page.getByRole('link', { name: 'Compare with the courier’s sheet' }).click()
  const sheet = [
    'Order\tCOD amount\tDate',
    `${right}\t${due[right]}\t28-11-2026`,
    `${wrong}\t${(due[wrong] ?? 0) - 1}\t28-11-2026`,
    'KV-ZZZZ9999\t500\t28-11-2026',
  ].join('\n')
  const field = page.getByLabel('Lines of the courier’s sheet')
  await field.fill(sheet)
  const differing = page.getByRole('region', { name: '2 orders to look at' })
  await expect(differing).toContainText('is to be collected.')
  await expect(differing).toContainText('There is no such order.')
  await expect(page.getByRole('region', { name: '1 order as expected' })).toContainText(right)
  await page.reload()
  await expect(field).toHaveValue(sheet)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await page.setViewportSize(DESKTOP)
  await expectAccessibleInBothModes(page)
  await page.getByRole('button', { name: /^Record ₹[\d,.]+ of 1 order$/ }).click()
  await expect(page.getByRole('region', { name: '3 orders to look at' })).toContainText(
    'Cash collected already.',
  )
  for (const [number, state] of [
    [right, 'collected'],
    [wrong, 'none'],
  ]) {
    const path = `/orders/${number}`
    const { order } = await callEditor<{ order: { paymentState: string } }>(page, 'GET', path)
    expect(order.paymentState).toBe(state)
  }
})
