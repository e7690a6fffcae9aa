import { expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { deliver, type RazorpayStandIn, startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'
import { test as base } from './api-test.ts'
import { order } from './orders.ts'

export const watch = toProductId('watch')
export const STOCK = 5
export const MINUTE = 60_000

/** A shop that is paid through the stand-in, with some pieces of one product. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  .extend<'provider', RazorpayStandIn>('provider', async ({}, { onCleanup }) => {
    const provider = await startRazorpayStandIn()
    onCleanup(() => provider[Symbol.asyncDispose]())
    return provider
  })
  .extend('env', ({ provider }) => provider.env)
  .extend('shop', async ({ shop, provider }) => {
    provider.send = (event) => deliver(shop, event)
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: STOCK })
    return shop
  })

export const readOrder = async (client: ApiClient, number: string) =>
  (await client.get(`/orders/${number}`)).body.order

/** Orders pieces and opens the page of the provider. @returns the number. */
export async function orderToPay(client: ApiClient, quantity = 1): Promise<string> {
  const number = await order(client, watch, { quantity, method: 'razorpay' })
  expect((await client.post(`/orders/${number}/payment`)).status).toBe(200)
  return number
}

/** Orders a piece, whose payment has arrived. */
export async function payOrder(shop: TestApp, provider: RazorpayStandIn, client: ApiClient) {
  const number = await orderToPay(client)
  const payment = provider.pay(number)
  await deliver(shop, provider.event('payment_link.paid', payment))
  return { number, payment }
}
