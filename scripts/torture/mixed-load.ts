import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand, startSite } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { measureLoad, toRequestBytes } from '../measure/http-load.ts'
import { getProductPath } from '../measure/page-weight.ts'
import { readMemory } from '../measure/process-usage.ts'
import { listProducts, logIn } from './demo-customer.ts'

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
  const Cookie = await logIn(site)
  const [product] = await listProducts(site)
  const productId = product?.id
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

/** Mixed load on the whole shop, also while other processes publish all of it again. */
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
    toRequest: (connection, index) => {
      const request = requests[(connection + index) % requests.length]
      if (!request) throw new Error('There is no request.')
      return request
    },
  })
  isLoading = false
  await publisher
  // 409: the cart has as many as there may be.
  const isExpected = (status: number) => status === 200 || status === 409
  const unexpected = [...load.statuses].filter(([status]) => !isExpected(status))
  return {
    p99: load.p99,
    errors: load.broken + unexpected.reduce((sum, [, count]) => sum + count, 0),
    perSecond: load.perSecond,
    publishes,
    startMegabytes,
    megabytes,
  }
}
