import { test as base, expect, vi } from 'vitest'
import { toLineSummary } from '#src/rules/cart-line.ts'
import { ADDRESS } from '#tests/helpers/orders.ts'
import {
  createShopProduct,
  importToasts,
  openTab,
  showList,
  type Tab,
  WAIT,
} from '#tests/helpers/tab.ts'
import { addProducts } from '#tools/products.ts'

const ruby = createShopProduct('ruby')

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/place-order.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await importToasts()),
})
type Page = Awaited<ReturnType<typeof importPage>>

/** Opens the checkout, and waits for what it shows. */
async function openCheckout(): Promise<Page> {
  const page = await importPage()
  await showList(page.$cart, page.$cartPhase)
  return page
}

const test = base.extend<{ env: Record<string, string>; tab: Tab; page: Page }>({
  env: [{ ORDERS: 'cod' }, { scope: 'test' }],
  tab: async ({ env }, use) => {
    await using tab = await openTab('/checkout', env)
    await addProducts(tab.app, { slug: 'ruby', stock: 50 })
    await use(tab)
  },
  page: async ({ tab }: { tab: Tab }, use: (page: Page) => Promise<void>) => {
    await tab.signIn()
    const { addToCart, takeToasts } = await importPage()
    await addToCart(ruby, { quantity: 2 })
    takeToasts()
    await use(await openCheckout())
  },
})

/** What the checkout sends of the cart as it is shown. */
const toBody = ({ $cart, $cartTotals }: Page, overrides = {}) => ({
  address: ADDRESS,
  phone: '98290 12345',
  method: 'cod' as const,
  seen: {
    lines: $cart.get().lines.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      price: toLineSummary(line).price,
    })),
    total: $cartTotals.get().total,
  },
  ...overrides,
})

const listOrders = ({ app }: Tab) => app.deps.db.selectFrom('order').select(['number']).execute()

test('two presses place one order; the cart is empty in every tab, and the order opens', async ({
  tab,
  page,
}) => {
  const others: string[] = []
  const other = new BroadcastChannel('kairavi')
  other.onmessage = ({ data }: MessageEvent<string>) => void others.push(data)
  const body = toBody(page)
  await Promise.all([page.placeOrder(body), page.placeOrder(body)])
  const [order, ...more] = await listOrders(tab)
  expect(more).toEqual([])
  expect(tab.visited).toEqual([`/order?number=${order?.number}#placed`])
  expect([page.$placed.get()?.number, page.$cartCount.get()]).toEqual([order?.number, 0])
  expect(page.$cartPhase.get()).toBe('empty')
  await page.placeOrder(body)
  expect(tab.listCalls(/POST \/orders/)).toHaveLength(1)
  expect(tab.stored).not.toHaveProperty('kairavi-order')
  await vi.waitFor(() => expect(others).toEqual(expect.arrayContaining(['cart', 'session'])), WAIT)
})

test('after an answer that was lost, the same press has the same key; after a reload the order is found', async ({
  tab,
  page,
}) => {
  tab.intercept(/POST \/orders/, async (_, pass) => {
    await pass()
    throw new TypeError('Failed to fetch')
  })
  await page.placeOrder(toBody(page))
  expect(page.$placeFailure.get()?.message).toContain('it is placed once')
  expect(tab.visited).toEqual([])
  await page.placeOrder(toBody(page))
  tab.restoreNetwork()

  tab.navigate('/checkout')
  const reloaded = await openCheckout()
  expect(reloaded.$cartPhase.get()).toBe('empty')
  expect(reloaded.hasAttempt()).toBe(true)
  await reloaded.findPlacedOrder()
  const orders = await listOrders(tab)
  expect(orders).toHaveLength(1)
  expect(tab.visited).toEqual([`/order?number=${orders[0]?.number}#placed`])
  const keys = tab.requests.filter(({ endpoint }) => endpoint === 'POST /orders')
  expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  expect(reloaded.hasAttempt()).toBe(false)
})

test('a press that never arrived places nothing after a reload until it is pressed again', async ({
  tab,
  page,
}) => {
  tab.intercept(/POST \/orders/, 'no answer')
  await page.placeOrder(toBody(page))
  tab.restoreNetwork()
  tab.navigate('/checkout')
  const reloaded = await openCheckout()
  expect(reloaded.$cartPhase.get()).toBe('items')
  expect(await listOrders(tab)).toEqual([])
  await reloaded.placeOrder(toBody(reloaded))
  expect(await listOrders(tab)).toHaveLength(1)
  const keys = tab.requests.filter(({ endpoint }) => endpoint === 'POST /orders')
  expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('a PAN is in no storage while the answer is unknown, and the press after a reload has the same key', async ({
  tab,
  page,
}) => {
  const pan = 'ABCPE1234F'
  tab.intercept(/POST \/orders/, 'no answer')
  await page.placeOrder(toBody(page, { pan }))
  expect(Object.keys(tab.stored)).toContain('kairavi-order')
  for (const text of [pan, '98290', ADDRESS.address])
    expect(JSON.stringify([tab.stored['kairavi-order'], tab.device])).not.toContain(text)
  expect(JSON.stringify(tab.stored)).not.toContain(pan)
  tab.restoreNetwork()
  tab.navigate('/checkout')
  const reloaded = await openCheckout()
  await reloaded.placeOrder(toBody(reloaded, { pan }))
  expect(await listOrders(tab)).toHaveLength(1)
  const keys = tab.requests.filter(({ endpoint }) => endpoint === 'POST /orders')
  expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('another PAN or another body is another press', async ({ tab, page }) => {
  tab.intercept(/POST \/orders/, 'no answer')
  await page.placeOrder(toBody(page, { pan: 'ABCPE1234F' }))
  await page.placeOrder(toBody(page, { pan: 'ABCDE1234G' }))
  await page.placeOrder(toBody(page, { pan: 'ABCDE1234G', phone: '98290 12346' }))
  const keys = tab.requests.filter(({ endpoint }) => endpoint === 'POST /orders')
  expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
})

test('an older order is not the one that was looked for', async ({ tab, page }) => {
  await page.placeOrder(toBody(page))
  const [number] = tab.visited
  const attempt = { uid: page.$uid.get(), key: 'k', hash: 1, total: 1, at: Date.now() }
  sessionStorage.setItem('kairavi-order', JSON.stringify(attempt))
  tab.navigate('/checkout')
  const reloaded = await openCheckout()
  await reloaded.findPlacedOrder()
  expect([tab.visited, reloaded.hasAttempt()]).toEqual([[number], false])
})

test('an order that cannot be looked for is said, and looked for again', async ({ tab, page }) => {
  tab.intercept(/POST \/orders/, async (_, pass) => {
    await pass()
    throw new TypeError('Failed to fetch')
  })
  await page.placeOrder(toBody(page))
  tab.navigate('/checkout')
  const reloaded = await openCheckout()
  tab.intercept(/GET \/orders/, 'no answer')
  await reloaded.findPlacedOrder()
  expect(reloaded.$placeFailure.get()?.message).toContain('Your profile lists your orders')
  expect([reloaded.$placing.get(), reloaded.hasAttempt()]).toEqual([false, true])
  tab.restoreNetwork()
  await reloaded.findPlacedOrder()
  expect(tab.visited).toHaveLength(1)
})

test('an answer of success without an order is one that cannot be read', async ({ tab, page }) => {
  tab.intercept(/POST \/orders/, '201 {"success":true}')
  await page.placeOrder(toBody(page))
  expect(page.$placeFailure.get()?.message).toContain('it is placed once')
  expect([page.$placing.get(), page.hasAttempt()]).toEqual([false, true])
})

test('what is not as it was seen is told with old and new, and then placed', async ({
  tab,
  page,
}) => {
  const body = toBody(page)
  const lines = body.seen.lines.map((line) => ({ ...line, price: 1_000 }))
  const gone = { id: 'a-line', quantity: 1, price: 5 }
  await page.placeOrder({ ...body, seen: { lines: [...lines, gone], total: 2_105 } })
  expect(page.$placeConflict.get()).toMatchObject({
    message: 'Your order is not as you saw it. Nothing is placed yet:',
    changes: [
      { kind: 'price', title: 'The ruby', was: 1_000, now: 1_234.5 },
      { kind: 'removed', was: 1, now: 0 },
    ],
    total: page.$cartTotals.get().total,
  })
  expect(await listOrders(tab)).toEqual([])
  await page.placeOrder(toBody(page))
  expect(page.$placeConflict.get()).toBeNull()
  expect(await listOrders(tab)).toHaveLength(1)
})

test('a cart that was emptied elsewhere is shown so, and nothing is placed', async ({
  tab,
  page,
}) => {
  await tab.app.deps.db.deleteFrom('cart_item').execute()
  await page.placeOrder(toBody(page))
  expect(page.$cartPhase.get()).toBe('empty')
  expect(await listOrders(tab)).toEqual([])
})

test('a field that the server refuses is named, and the next press has a new key', async ({
  tab,
  page,
}) => {
  await page.placeOrder(toBody(page, { phone: '12' }))
  expect(page.$placeFailure.get()).toMatchObject({ ok: false, field: 'phone' })
  await page.placeOrder(toBody(page))
  const keys = tab.requests.filter(({ endpoint }) => endpoint === 'POST /orders')
  expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  expect(await listOrders(tab)).toHaveLength(1)
})

test('another user of this tab does not repeat the press of the one before', async ({
  tab,
  page,
}) => {
  tab.intercept(/POST \/orders/, 'no answer')
  await page.placeOrder(toBody(page))
  tab.restoreNetwork()
  await tab.signIn()
  tab.navigate('/checkout')
  const other = await openCheckout()
  expect(other.hasAttempt()).toBe(false)
  await other.findPlacedOrder()
  expect(await listOrders(tab)).toEqual([])
})

const transferTest = test.extend({
  env: [
    {
      ORDERS: 'transfer',
      RAZORPAY_MAX: '1',
      BANK_ACCOUNT_NAME: 'Kairavi Horology LLP',
      BANK_ACCOUNT_NUMBER: '50200012345678',
      BANK_IFSC: 'HDFC0001234',
    },
    { scope: 'test' },
  ],
})

transferTest(
  'an order by transfer opens its page, and asks for no payment page',
  async ({ tab, page }) => {
    const paths: string[] = []
    const send = globalThis.fetch
    vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
      paths.push(new URL(input instanceof Request ? input.url : input, 'http://localhost').pathname)
      return send(input, init)
    })
    await page.placeOrder(toBody(page, { method: 'transfer' }))
    const [order] = await listOrders(tab)
    expect(tab.visited).toEqual([`/order?number=${order?.number}#placed`])
    expect(page.$placed.get()).toMatchObject({ state: 'awaiting_payment', method: 'transfer' })
    expect(paths.filter((path) => path.endsWith('/payment'))).toEqual([])
  },
)
