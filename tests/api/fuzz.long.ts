import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartResponse } from '#src/contract/cart.ts'
import {
  expectContract,
  type FuzzTarget,
  MEAN_REQUESTS,
  requestSequences,
} from '#tests/helpers/api-fuzz.ts'
import { formatCookies } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

/** FUZZ_SEED repeats a run, FUZZ_PATH one failure of it; FUZZ_REQUESTS is the approximate count. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 7)
const PATH = process.env['FUZZ_PATH']
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_000)

/** A new user with a line in the cart. */
async function createTarget(shop: TestApp, productIds: string[]): Promise<FuzzTarget> {
  const user = await shop.createSignedInUser()
  await user.post('/cart', { productId: productIds[0], quantity: 3 })
  const { cart } = cartResponse.parse((await user.get('/cart')).body)
  return {
    request: shop.request,
    cookie: formatCookies(user.cookies),
    params: ['a', ...productIds, ...cart.map((line) => line.id)],
  }
}

test(`answers about ${REQUESTS} generated requests as the contract says (seed ${SEED}, G5)`, async () => {
  await using shop = await createTestApp()
  const productIds = await addProducts(shop, { slug: 'a' }, { slug: 'b', stock: 2 })
  const property = fc.asyncProperty(requestSequences, async (requests) => {
    const target = await createTarget(shop, productIds)
    for (const request of requests) await expectContract(target, request)
    expect(shop.logs.filter((line) => line.level === 'error')).toEqual([])
  })
  const numRuns = Math.ceil(REQUESTS / MEAN_REQUESTS)
  await fc.assert(property, { seed: SEED, numRuns, ...(PATH ? { path: PATH } : {}) })
}, 600_000)
