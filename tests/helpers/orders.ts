import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { calculateTotals } from '#src/rules/money.ts'
import type { ApiClient, JsonResponse } from '#tools/api-client.ts'
import { findOrderErrors } from '#tools/order-errors.ts'
import type { TestApp } from '#tools/test-app.ts'

export const ADDRESS = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
}
export const PHONE = '98290 12345'

/** What a shopper sees in the cart, as the checkout sends it. */
export async function readSeen(client: ApiClient) {
  const { cart } = (await client.get('/cart')).body as {
    cart: { id: string; quantity: number; price: number }[]
  }
  return {
    lines: cart.map(({ id, quantity, price }) => ({ id, quantity, price })),
    total: calculateTotals(cart).total,
  }
}

/** Places an order of what the cart shows now. */
export async function place(
  client: ApiClient,
  overrides: Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<JsonResponse> {
  const seen = overrides['seen'] ?? (await readSeen(client))
  const body = { address: ADDRESS, phone: PHONE, method: 'cod', ...overrides, seen }
  return client.post('/orders', body, { 'Idempotency-Key': key })
}

/** Adds pieces to the cart and places an order of them. @returns its number. */
export async function order(
  client: ApiClient,
  productId: string,
  input: Record<string, unknown> & { quantity?: number } = {},
): Promise<string> {
  const { quantity = 1, ...rest } = input
  await client.post('/cart', { productId, quantity })
  const { status, body } = await place(client, rest)
  expect(body).toMatchObject({ success: true })
  expect(status).toBe(201)
  return body.order.number
}

/** Checks that nothing is wrong with any order. @param counted see `findOrderErrors`. */
export async function expectInvariants(
  shop: Pick<TestApp, 'deps'>,
  counted: Record<string, number> = {},
): Promise<void> {
  expect(await findOrderErrors(shop, counted)).toEqual([])
}
