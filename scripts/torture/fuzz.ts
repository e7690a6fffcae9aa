import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { cartResponse } from '#src/contract/cart.ts'
import {
  expectContract,
  type FuzzTarget,
  MEAN_REQUESTS,
  requestsOf,
} from '#tests/helpers/api-fuzz.ts'
import { startSite } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { readMemory } from '../measure/process-usage.ts'
import { listProducts, logIn } from './demo-customer.ts'

/** Collecting garbage follows in the seconds after the last request. */
const REST_MS = 20_000

export interface FuzzFigures {
  seed: number
  requests: number
  /** The first answer that broke the contract. */
  failure: string | undefined
  startMegabytes: number
  endMegabytes: number
}

/** Generated requests, valid and hostile, to the whole shop over the network. */
export async function fuzzShop(requests: number): Promise<FuzzFigures> {
  using folder = createTempDir()
  const env = { DATA_DIR: folder.path, LIMITS: 'false', MEDIA_WARM: 'false' }
  await using site = await startSite(env)
  const pid = site.command.child.pid ?? 0
  const startMegabytes = readMemory(pid)
  const products = (await listProducts(site.url)).slice(0, 2)
  const productIds = products.map(({ id }) => id)
  let sent = 0
  const request: FuzzTarget['request'] = (path, init) => {
    sent += 1
    return fetch(`${site.url}/api${path}`, { redirect: 'manual', ...init })
  }
  let cookie = await logIn(site.url)
  /** A session with a line in the cart; a new one where requests have ended the last. */
  const createTarget = async (): Promise<FuzzTarget> => {
    // Generating can take seconds, in which the server closes idle connections: this reads that.
    await nextTurn()
    const body = JSON.stringify({ productId: productIds[0], quantity: 1 })
    const add = () =>
      request('/cart', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body,
      })
    if ((await add()).status === 401) {
      cookie = await logIn(site.url)
      await add()
    }
    const response = await request('/cart', { method: 'GET', headers: { cookie } })
    const { cart } = cartResponse.parse(await response.json())
    const params = [...products.map(({ slug }) => slug), ...productIds, ...cart.map(({ id }) => id)]
    return { request, cookie, params }
  }
  const property = fc.asyncProperty(requestsOf({ productId: productIds }), async (sequence) => {
    const target = await createTarget()
    for (const given of sequence) await expectContract(target, given)
  })
  const numRuns = Math.ceil(requests / MEAN_REQUESTS)
  const result = await fc.check(property, {
    seed: Date.now() % 2 ** 31,
    numRuns,
    endOnFailure: true,
  })
  await sleep(REST_MS)
  return {
    seed: result.seed,
    requests: sent,
    failure: result.failed ? inspect(result.errorInstance) : undefined,
    startMegabytes,
    endMegabytes: readMemory(pid),
  }
}
