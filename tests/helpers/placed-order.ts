import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext } from '@playwright/test'
import { calculateTotals } from '#src/rules/money.ts'
import {
  type Account,
  ADDRESS,
  type ApiCaller,
  callApi,
  createPhone,
  IDLE_SAFE,
  signUpVerified,
} from '#tools/accounts.ts'
import { expect } from '#tools/browser-test.ts'
import { addToCart, findProduct } from '#tools/catalog.ts'

export interface PlacedOrder {
  number: string
  account: Account
  /** Title of the piece. */
  title: string
  /** Another browser, in which the shopper is signed in. A window would take longer than the calls. */
  shopper: BrowserContext
}

interface CartAnswer {
  cart: { id: string; quantity: number; price: number }[]
}

/** Places an order of the cart with cash on delivery. @returns its number. */
export async function orderCart(shopper: ApiCaller): Promise<string> {
  const { cart } = await callApi<CartAnswer>(shopper, 'GET', '/cart')
  const seen = {
    lines: cart.map(({ id, price, ...line }) => ({ id, quantity: line.quantity, price })),
    total: calculateTotals(cart).total,
  }
  const { address, city, state, pincode } = ADDRESS
  const response = await shopper.request.post('/api/orders', {
    data: {
      address: { address, city, state, pincode },
      phone: createPhone(),
      method: 'cod',
      seen,
    },
    headers: { 'Idempotency-Key': randomUUID() },
    ...IDLE_SAFE,
  })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { order: { number: string } }).order.number
}

/** Places an order of a piece with cash on delivery, as a new shopper in another browser. */
export async function placeOrder(browser: Browser, quantity = 1): Promise<PlacedOrder> {
  const shopper = await browser.newContext()
  const account = await signUpVerified(shopper)
  const product = await findProduct(
    shopper,
    ({ price, stock }) => price < 60_000 && stock > 5 + quantity,
  )
  await addToCart(shopper, product, quantity)
  await callApi(shopper, 'PUT', '/cart/gift', { wrap: true, note: 'For Amma.' })
  const number = await orderCart(shopper)
  return { number, account, title: product.title, shopper }
}
