import { randomUUID } from 'node:crypto'
import { test as base, expect, vi } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
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

const importPage = async () => ({
  ...(await import('#src/stores/orders.ts')),
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/place-order.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await importToasts()),
})
type Page = Awaited<ReturnType<typeof importPage>>

/** The page of an order at an address, and what it puts in place of that address. */
function stubAddress(search: string): string[] {
  const replaced: string[] = []
  const href = `http://shop.test/order${search}`
  vi.stubGlobal('location', { ...location, pathname: '/order', search, hash: '', href })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, url: URL | string) => void replaced.push(String(url)),
  })
  return replaced
}

async function showOrder(page: Page, number: string): Promise<void> {
  page.order.$data.listen(() => undefined)
  page.$orderNumber.set(number)
  await page.currentUser()
  await vi.waitFor(() => {
    expect(page.order.$loading.get()).toBe(false)
    expect(page.order.$data.get() ?? page.order.$error.get()).toBeTruthy()
  }, WAIT)
}

const test = base.extend<{ tab: Tab; page: Page; number: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  tab: async ({}, use) => {
    await using tab = await openTab('/order', { ORDERS: 'cod' })
    await addProducts(tab.app, { slug: 'ruby', price: 1_000, stock: 50 })
    await use(tab)
  },
  page: async ({ tab }: { tab: Tab }, use: (page: Page) => Promise<void>) => {
    await tab.signIn()
    await use(await importPage())
  },
  number: async ({ page }: { page: Page }, use: (number: string) => Promise<void>) => {
    const { call } = await import('#src/api-client/call.ts')
    await call('POST /cart', {
      body: { productId: toProductId('ruby'), quantity: 2 },
      idempotencyKey: randomUUID(),
    })
    const cart = await call('GET /cart')
    const lines = cart.kind === 'ok' ? cart.body.cart : []
    const placed = await call('POST /orders', {
      body: {
        address: ADDRESS,
        phone: '98290 12345',
        method: 'cod',
        seen: {
          lines: lines.map(({ id, quantity, price }) => ({ id, quantity, price })),
          total: 2_100,
        },
      },
      idempotencyKey: randomUUID(),
    })
    page.takeToasts()
    await use(placed.kind === 'ok' ? placed.body.order.number : '')
  },
})

test('an order is cancelled once; other tabs are told, and the page shows it as it is then', async ({
  tab,
  page,
  number,
}) => {
  await showOrder(page, number)
  expect(page.order.$data.get()).toMatchObject({
    state: 'placed',
    steps: { cancel: { can: true } },
  })
  const told: string[] = []
  const other = new BroadcastChannel('kairavi')
  other.onmessage = ({ data }: MessageEvent<string>) => void told.push(data)
  expect(await page.cancelOrder(number, 'I ordered by mistake')).toMatchObject({ ok: true })
  expect(page.order.$data.get()).toMatchObject({ state: 'cancelled' })
  expect(page.listToasts()).toEqual(['success: Your order is cancelled.'])
  await vi.waitFor(() => expect(told).toContain('orders'), WAIT)

  // Meanwhile done elsewhere: the reason is told, and the order is shown as it is.
  const again = await page.cancelOrder(number, 'I changed my mind')
  expect(again).toMatchObject({ ok: false, message: expect.stringContaining('cancelled') })
  expect(tab.listCalls(/cancel/)).toHaveLength(2)
})

test('a step without an answer is repeated with its key', async ({ tab, page, number }) => {
  await showOrder(page, number)
  tab.intercept(/cancel/, async (_, pass) => {
    await pass()
    throw new TypeError('Failed to fetch')
  })
  expect(await page.cancelOrder(number, 'I changed my mind')).toMatchObject({ ok: false })
  tab.restoreNetwork()
  expect(await page.cancelOrder(number, 'I changed my mind')).toMatchObject({ ok: true })
  const sent = tab.requests.filter(({ endpoint }) => endpoint.includes('cancel'))
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('an order of another account is unknown, and a failure is no unknown order', async ({
  tab,
  page,
  number,
}) => {
  await tab.signIn()
  await page.refreshUser()
  await showOrder(page, number)
  expect(page.order.$error.get()).toBe('We know no order with this number in your account.')
  tab.intercept(/GET \/orders/, 'no answer')
  page.$orderNumber.set('KV-22222222')
  await vi.waitFor(
    () => expect(page.order.$error.get()).toBe('Your order could not be loaded.'),
    WAIT,
  )
})

test('what the provider adds to the address is settled once, and leaves the address', async ({
  tab,
  page,
  number,
}) => {
  const replaced = stubAddress(
    `?number=${number}&razorpay_payment_id=pay_1&razorpay_payment_link_id=plink_1&razorpay_payment_link_reference_id=${number}&razorpay_payment_link_status=paid&razorpay_signature=ab`,
  )
  tab.intercept(/confirm/, '409 {"success":false,"message":"This order is not paid online."}')
  await page.openOrder()
  expect(page.$orderNumber.get()).toBe(number)
  expect(replaced).toEqual([`http://shop.test/order?number=${number}`])
  expect(tab.requests.find(({ endpoint }) => endpoint.includes('confirm'))?.body).toEqual({
    paymentId: 'pay_1',
    linkId: 'plink_1',
    referenceId: number,
    status: 'paid',
    signature: 'ab',
  })
  expect(page.takeToasts()).toEqual(['error: This order is not paid online.'])
})

test.for([
  ['no answer', 'no answer'],
  ['a server in trouble', '503 {"success":false}'],
  ['a session that has ended', '401 {"success":false,"message":"Please log in."}'],
] as const)(
  'after %s, the address still has what settles the payment',
  async ([_, reply], { tab, page }) => {
    const paid = '?number=KV-7Q4M2XWP&razorpay_payment_id=pay_1&razorpay_payment_link_id=plink_1'
    const replaced = stubAddress(paid)
    tab.intercept(/confirm/, reply)
    await page.openOrder()
    expect(replaced).toEqual([])
    tab.intercept(/confirm/, '409 {"success":false,"message":"This order is not paid online."}')
    await page.openOrder()
    expect(replaced).toEqual(['http://shop.test/order?number=KV-7Q4M2XWP'])
  },
)

test('an order that is paid online leads to the provider, and Back leads to the order', async ({
  tab,
  page,
}) => {
  await page.addToCart(createShopProduct('ruby'))
  await showList(page.$cart, page.$cartPhase)
  const replaced = stubAddress('')
  vi.stubGlobal('location', {
    ...location,
    assign: (to: string) => tab.visited.push(to),
    replace: (to: string) => tab.visited.push(to),
  })
  const order = { number: 'KV-7Q4M2XWP', state: 'awaiting_payment', total: 1_050 }
  tab.intercept(/POST \/orders$/, `201 ${JSON.stringify({ success: true, message: '', order })}`)
  tab.intercept(
    /payment$/,
    `200 ${JSON.stringify({ success: true, url: 'https://pay.example/1', expiresAt: '2026-11-26T08:00:00.000Z' })}`,
  )
  await page.placeOrder({
    address: ADDRESS,
    phone: '98290 12345',
    method: 'razorpay',
    seen: { lines: [{ id: '1', quantity: 1, price: 1_000 }], total: 1_050 },
  })
  expect(replaced).toEqual(['/order?number=KV-7Q4M2XWP#placed'])
  expect(tab.visited).toEqual(['https://pay.example/1'])
})

test('where the page of the provider cannot be opened, the order opens, on which it is paid', async ({
  tab,
  page,
}) => {
  await page.addToCart(createShopProduct('ruby'))
  await showList(page.$cart, page.$cartPhase)
  const order = { number: 'KV-7Q4M2XWP', state: 'awaiting_payment', total: 1_050 }
  tab.intercept(/POST \/orders$/, `201 ${JSON.stringify({ success: true, message: '', order })}`)
  tab.intercept(/payment$/, '502 {"success":false,"message":"The provider does not answer."}')
  await page.placeOrder({
    address: ADDRESS,
    phone: '98290 12345',
    method: 'razorpay',
    seen: { lines: [{ id: '1', quantity: 1, price: 1_000 }], total: 1_050 },
  })
  expect(tab.visited).toEqual(['/order?number=KV-7Q4M2XWP#placed'])
})
