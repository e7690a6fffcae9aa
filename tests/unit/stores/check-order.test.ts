import { describe, expect, vi } from 'vitest'
import { call } from '#src/api-client/call.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { ADDRESS } from '#tests/helpers/orders.ts'
import { createShopProduct, importToasts, showList, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'
import { updateProduct } from '#tools/products.ts'

const ruby = createShopProduct('ruby')
const opal = createShopProduct('opal')

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/cart-changes.ts')),
  ...(await import('#src/stores/check-order.ts')),
  ...(await importToasts()),
})
type Page = Awaited<ReturnType<typeof importPage>>

/** Opens the checkout, and waits for what it shows. */
async function openCheckout(): Promise<Page> {
  const page = await importPage()
  page.watchCart()
  await showList(page.$cart, page.$cartPhase)
  return page
}

const test = createTabTest(
  '/checkout',
  async (tab) => {
    await tab.signIn()
    const { addToCart, takeToasts } = await importPage()
    await addToCart(ruby, { quantity: 2 })
    takeToasts()
    return openCheckout()
  },
  { slug: 'ruby', stock: 5, price: 1_000 },
  { slug: 'opal', stock: 5, price: 500 },
)

const listTexts = ({ $cartChanges }: Page) =>
  $cartChanges.get().map(({ title, text }) => `${title}: ${text}`)

const ELSEWHERE = 'Your order: was changed in another place. Please look at it once more.'

type Meanwhile = (tab: Tab, page: Page) => Promise<unknown>

const changeRuby =
  (change: Parameters<typeof updateProduct>[2]): Meanwhile =>
  ({ app }) =>
    updateProduct(app, toProductId('ruby'), change)

// What the same shopper does on another device: no message reaches this tab.
const changeQuantity =
  (change: number): Meanwhile =>
  (_, { $cart }) =>
    call('PATCH /cart/:id', { param: $cart.get().lines[0]?.id ?? '', body: { change } })
const addOpal: Meanwhile = () => call('POST /cart', { body: { productId: opal.id, variant: {} } })
const remove: Meanwhile = (_, { $cart }) =>
  call('DELETE /cart/:id', { param: $cart.get().lines[0]?.id ?? '' })
const wrap: Meanwhile = () => call('PUT /cart/gift', { body: { wrap: true, note: 'For Meera' } })
const move: Meanwhile = () =>
  call('PUT /users/update', {
    body: { displayName: 'Asha', addresses: [{ ...ADDRESS, isDefault: true }] },
  })

describe('between the checkout and its payment', () => {
  test.for<[name: string, meanwhile: Meanwhile, told: string]>([
    [
      'a higher price',
      changeRuby({ price_paise: 150_000, list_price_paise: 150_000 }),
      'The ruby: was ₹1,000.00, is ₹1,500.00.',
    ],
    ['a lower price', changeRuby({ price_paise: 90_000 }), 'The ruby: was ₹1,000.00, is ₹900.00.'],
    [
      'a price by a paisa',
      changeRuby({ price_paise: 100_001, list_price_paise: 100_001 }),
      'The ruby: was ₹1,000.00, is ₹1,000.01.',
    ],
    ['a stock below', changeRuby({ stock: 1 }), 'The ruby: you wanted 2, only 1 left.'],
    [
      'a stock of none',
      changeRuby({ stock: 0 }),
      'The ruby: was available, is sold out. It is not in the total.',
    ],
    ['one more on another device', changeQuantity(1), 'Your total: was ₹2,100.00, is ₹3,150.00.'],
    ['one less on another device', changeQuantity(-1), 'Your total: was ₹2,100.00, is ₹1,050.00.'],
    ['a piece added on another device', addOpal, 'Your total: was ₹2,100.00, is ₹2,625.00.'],
    [
      'another piece of the same total',
      async (tab, page) => {
        await changeQuantity(-1)(tab, page)
        await addOpal(tab, page)
        await addOpal(tab, page)
      },
      ELSEWHERE,
    ],
    ['a gift wrap on another device', wrap, ELSEWHERE],
    ['an address on another device', move, ELSEWHERE],
  ])('%s is told before anything is paid, once', async ([, meanwhile, told], { tab, page }) => {
    await meanwhile(tab, page)
    expect(await page.isOrderAsShown()).toBe(false)
    expect(listTexts(page)).toEqual([told])
    expect(await page.isOrderAsShown()).toBe(true)
    expect(listTexts(page)).toEqual([told])
  })

  test.for<[name: string, meanwhile: Meanwhile, phase: string]>([
    ['a session that has ended', async (tab) => tab.clearCookies(), 'visitor'],
    ['a cart that another device has emptied', remove, 'empty'],
    ['a piece that is no longer sold', changeRuby({ archived_at: 1 }), 'empty'],
  ])('%s leads away from the payment', async ([, meanwhile, phase], { tab, page }) => {
    await meanwhile(tab, page)
    expect(await page.isOrderAsShown()).toBe(false)
    expect(page.$cartPhase.get()).toBe(phase)
  })

  test('the cart of another user who has signed in is not paid at one press', async ({
    tab,
    page,
  }) => {
    await tab.signIn()
    await call('POST /cart', { body: { productId: ruby.id, quantity: 2, variant: {} } })
    expect(await page.isOrderAsShown()).toBe(false)
  })

  test.for(['500 {}', '503 <html>', '200 <html>', '200 {"success":true}', 'no answer'])(
    'an answer of %s pays nothing, and the next press asks again',
    async (answer, { tab, page }) => {
      tab.intercept(/^GET \/cart$/, answer)
      expect(await page.isOrderAsShown()).toBe(false)
      expect(page.listToasts()).toHaveLength(1)
      expect(page.$cart.get().lines).toHaveLength(1)
      tab.restoreNetwork()
      expect(await page.isOrderAsShown()).toBe(true)
    },
  )

  test.for<[name: string, meanwhile: Meanwhile]>([
    ['nothing', async () => undefined],
    ['more stock', changeRuby({ stock: 50 })],
    ['another piece sold out', ({ app }) => updateProduct(app, toProductId('opal'), { stock: 0 })],
    [
      'a price that is back',
      async (tab, page) => {
        await changeRuby({ price_paise: 1 })(tab, page)
        await changeRuby({ price_paise: 100_000 })(tab, page)
      },
    ],
  ])('%s has changed nothing that is paid', async ([, meanwhile], { tab, page }) => {
    await meanwhile(tab, page)
    expect(await page.isOrderAsShown()).toBe(true)
    expect(listTexts(page)).toEqual([])
  })
})

describe('a price that a page shows when it is added', () => {
  const addTest = createTabTest(
    '/product/ruby',
    async (tab) => {
      await tab.signIn()
      return importPage()
    },
    { slug: 'ruby', stock: 5, price: 1_500 },
  )

  addTest('is compared with that of the cart', async ({ tab, page }) => {
    await page.addToCart(ruby, { shownPrice: 1_000 })
    await vi.waitFor(() => expect(localStorage.getItem('kairavi-cart-seen')).not.toBeNull(), WAIT)
    tab.navigate('/cart')
    expect(listTexts(await openCheckout())).toEqual(['The ruby: was ₹1,000.00, is ₹1,500.00.'])
    tab.navigate('/cart')
    expect(listTexts(await openCheckout())).toEqual([])
  })

  addTest('is kept where those of before cannot be read', async ({ page }) => {
    sessionStorage.setItem('kairavi-shown-prices', '{"a":1}')
    await page.addToCart(ruby, { shownPrice: 1_000 })
    expect(JSON.parse(sessionStorage.getItem('kairavi-shown-prices') ?? '')).toHaveLength(1)
  })

  addTest('is kept where the page is left before the answer', async ({ tab, page }) => {
    tab.intercept(/^POST \/cart$/, 'no answer')
    void page.addToCart(ruby, { shownPrice: 1_000 })
    await vi.waitFor(
      () => expect(sessionStorage.getItem('kairavi-shown-prices')).toContain('1000'),
      WAIT,
    )
  })

  addTest('is compared with that of the checkout after Buy Now', async ({ tab, page }) => {
    // The page is left before it has fetched the cart.
    tab.intercept(/^GET \/cart$/, 'no answer')
    await page.buyNow(ruby, { shownPrice: 1_000 })
    tab.navigate('/checkout')
    tab.restoreNetwork()
    expect(listTexts(await openCheckout())).toEqual(['The ruby: was ₹1,000.00, is ₹1,500.00.'])
  })

  addTest('is told nothing of where it is the same', async ({ tab, page }) => {
    await page.addToCart(ruby, { shownPrice: 1_500 })
    tab.navigate('/cart')
    expect(listTexts(await openCheckout())).toEqual([])
  })
})
