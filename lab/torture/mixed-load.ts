import { setTimeout as sleep } from 'node:timers/promises'
import { row } from '#scripts/report.ts'
import { formatCookies } from '#tools/api-client.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { runCommand, type Site, startSite } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { logIn } from '../measure/demo-account.ts'
import {
  countFailed,
  type LoadRequest,
  type LoadResult,
  measureLoad,
  toRequestBytes,
} from '../measure/http-load.ts'
import { readMemoryOfAll, trackPeakMemory } from '../measure/process-usage.ts'
import { startMeasuredSite } from '../measure/site.ts'

const CONNECTIONS = 50

/** Creates ten requests: seven read (pages and API), two change the cart, one the wishlist. */
async function createRequests(site: string): Promise<Buffer[]> {
  const customer = await logIn(site, 'customer')
  const { body: listing } = await customer.get('/products/get-all-products')
  const productId = listing.products[0].id
  const path = '/api/cart'
  const requests: LoadRequest[] = [
    { path: '/' },
    { path: '/shop' },
    { path: PRODUCT_PATH },
    { path },
    { path: '/api/users/getUserProfile' },
    { path: '/api/wishlist/' },
    { path: '/api/products/get-all-products' },
    { path, method: 'POST', body: JSON.stringify({ productId, quantity: 1 }) },
    { path, method: 'POST', body: JSON.stringify({ productId, quantity: 2 }) },
    { path: '/api/wishlist/', method: 'POST', body: JSON.stringify({ productId }) },
  ]
  const headers = { Cookie: formatCookies(customer.cookies), 'Accept-Encoding': 'br, gzip' }
  return requests.map((request) => toRequestBytes({ ...request, headers }))
}

/** Runs mixed load on the whole shop. */
async function loadSite({ url }: Site, seconds: number): Promise<LoadResult> {
  const requests = await createRequests(url)
  const toRequest = (connection: number, index: number) =>
    requests[(connection + index) % requests.length] as Buffer
  const port = Number(new URL(url).port)
  return measureLoad({ port, connections: CONNECTIONS, seconds, toRequest })
}

/** 409: the cart is full. */
const printErrors = (load: LoadResult): void =>
  row('errors', countFailed(load, [200, 409]), { most: 0 })

/** Runs mixed load while other processes publish the whole site again. */
export async function publishUnderLoad(seconds: number): Promise<void> {
  row(`${CONNECTIONS} connections while all is published: seconds`, seconds)
  using folder = createTempDir()
  const env = { DATA_DIR: folder.path, LIMITS: 'false', MEDIA_WARM: 'false' }
  await using site = await startSite(env)
  let isLoading = true
  let publishes = 0
  const publish = async () => {
    while (isLoading) {
      const settings = { ...env, SITE_URL: site.url }
      const { code, stderr } = await runCommand('src/run/build.ts', settings, ['--full']).exited
      if (code !== 0) throw new Error(stderr)
      publishes += 1
    }
  }
  const publishing = publish()
  const load = await loadSite(site, seconds)
  isLoading = false
  await publishing
  row('publishes', publishes)
  row('requests a second', load.perSecond)
  row('99 of 100 answered within', load.p99, { unit: 'ms', most: 200 })
  printErrors(load)
}

/** Measures the memory of a shop under mixed load. */
export async function measureMemory(seconds: number): Promise<void> {
  row('mixed load: seconds', seconds)
  await using site = await startMeasuredSite('seed', { LIMITS: 'false' })
  const pid = site.command.child.pid ?? 0
  // The sum of shop and desk is 1.6 times the memory of one process.
  row('memory after the start, which builds', readMemoryOfAll(pid), { unit: 'MB', most: 256 })
  const getPeak = trackPeakMemory(pid)
  const loading = loadSite(site, seconds)
  // The first half fills caches and compiles code.
  await sleep(seconds * 500)
  const before = readMemoryOfAll(pid)
  const load = await loading
  row('largest memory under load', getPeak(), { unit: 'MB', most: 400 })
  row('growth in the second half', readMemoryOfAll(pid) - before, { unit: 'MB', most: 20 })
  printErrors(load)
}
