import { setTimeout as sleep } from 'node:timers/promises'
import { productsResponse } from '#src/contract/catalog.ts'
import { runCommand, startSite } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { logIn } from '../measure/demo-account.ts'
import { countFailed, measureLoad, toRequestBytes } from '../measure/http-load.ts'
import { getProductPath } from '../measure/page-weight.ts'
import { readMemory } from '../measure/process-usage.ts'

const CONNECTIONS = 50

export interface MixedFigures {
  p99: number
  errors: number
  perSecond: number
  publishes: number
  startMegabytes: number
  /** After each tenth of the time. */
  megabytes: number[]
}

/** Of ten requests seven read (pages and API), two change the cart, one the wishlist. */
async function createRequests(site: string): Promise<Buffer[]> {
  const Cookie = await logIn(site, 'customer')
  const listing = await fetch(`${site}/api/products/get-all-products`)
  const productId = productsResponse.parse(await listing.json()).products[0]?.id
  const read = (path: string) =>
    toRequestBytes('GET', path, { Cookie, 'Accept-Encoding': 'br, gzip' })
  const wishlist = JSON.stringify({ productId })
  return [
    read('/'),
    read('/shop'),
    read(await getProductPath(site)),
    read('/api/cart'),
    read('/api/users/getUserProfile'),
    read('/api/wishlist/'),
    read('/api/products/get-all-products'),
    toRequestBytes('POST', '/api/cart', { Cookie }, JSON.stringify({ productId, quantity: 1 })),
    toRequestBytes('POST', '/api/cart', { Cookie }, JSON.stringify({ productId, quantity: 2 })),
    toRequestBytes('POST', '/api/wishlist/', { Cookie }, wishlist),
  ]
}

/** Mixed load on the whole shop, with `publishing` while other processes publish all of it again. */
export async function measureMixedLoad(
  seconds: number,
  { publishing }: { publishing: boolean },
): Promise<MixedFigures> {
  using folder = createTempDir()
  const env = { DATA_DIR: folder.path, LIMITS: 'false', MEDIA_WARM: 'false' }
  await using site = await startSite(env)
  const pid = site.command.child.pid ?? 0
  const startMegabytes = readMemory(pid)
  const requests = await createRequests(site.url)
  let isLoading = true
  let publishes = 0
  const publish = async () => {
    while (publishing && isLoading) {
      const settings = { ...env, SITE_URL: site.url }
      const { code, stderr } = await runCommand('src/run/build.ts', settings, ['--full']).exited
      if (code !== 0) throw new Error(stderr)
      publishes += 1
    }
  }
  const megabytes: number[] = []
  const watch = async () => {
    while (isLoading) {
      await sleep((seconds * 1_000) / 10, undefined, { ref: false })
      if (isLoading) megabytes.push(Math.round(readMemory(pid)))
    }
  }
  const publisher = publish()
  void watch()
  const load = await measureLoad({
    port: Number(new URL(site.url).port),
    connections: CONNECTIONS,
    seconds,
    toRequest: (connection, index) => requests[(connection + index) % requests.length] as Buffer,
  })
  isLoading = false
  await publisher
  return {
    p99: load.p99,
    // 409: the cart has as many as there may be.
    errors: countFailed(load, [200, 409]),
    perSecond: load.perSecond,
    publishes,
    startMegabytes,
    megabytes,
  }
}
