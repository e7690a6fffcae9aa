import { randomUUID } from 'node:crypto'
import { symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { writeHeaderFiles } from '#src/run/site/header-files.ts'
import { demoAccounts } from '#src/server/account/demo-accounts.ts'
import { findFreePort } from '#tests/helpers/http-server.ts'
import { ensureNginx } from '#tests/helpers/nginx.ts'
import { runCommand } from '#tests/helpers/site-process.ts'
import { createSmallRelease } from '#tests/helpers/small-release.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

/** Calls of one account, on connections of their own. */
const REQUESTS_PER_SECOND = 125
/** A slow machine gets fewer requests instead of a queue without end. */
const MAX_IN_FLIGHT = 40

/** Sends one request on a connection of its own. */
const send = (port: number, method: string, path: string, body?: object, cookie = '') =>
  new Promise<{ status: number; cookies: string[]; body: string }>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(cookie && { cookie }),
    }
    request({ host: 'localhost', port, method, path, headers, agent: false }, async (response) =>
      resolve({
        status: response.statusCode ?? 0,
        cookies: response.headers['set-cookie'] ?? [],
        body: await text(response),
      }),
    )
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })

/** Sends calls at a fixed rate, also while others wait. @returns a function that stops and reports. */
function startLoad(port: number, cookie: string, productId: string) {
  const calls: [method: string, path: string, body?: object][] = [
    ['GET', '/'],
    ['GET', '/api/cart'],
    ['GET', '/api/products/get-all-products'],
    ['POST', '/api/cart', { productId, quantity: 1 }],
    ['POST', '/api/wishlist/', { productId }],
  ]
  const pending: Promise<void>[] = []
  const failures: string[] = []
  let sent = 0
  let inFlight = 0
  const timer = setInterval(() => {
    if (inFlight >= MAX_IN_FLIGHT) return
    inFlight++
    const [method, path, body] = calls[sent++ % calls.length] ?? ['GET', '/']
    pending.push(
      send(port, method, path, body, cookie)
        .then(
          ({ status, body: answer }) => {
            // 409: the cart has as many as there are.
            if (status !== 200 && status !== 409)
              failures.push(`${method} ${path} ${status} ${answer.slice(0, 100)}`)
          },
          (error: Error) => void failures.push(`${method} ${path} ${error.message}`),
        )
        .finally(() => {
          inFlight--
        }),
    )
  }, 1_000 / REQUESTS_PER_SECOND)
  return {
    failures,
    getSent: () => sent,
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

/** A port below those that the system gives to connections, with two free ones after it. */
async function findClusterPort(): Promise<number> {
  for (let port = 20_000; ; port += 3) {
    const wanted = [port, port + 1, port + 2]
    const free = await Promise.all(wanted.map((one) => findFreePort(one)))
    if (wanted.every((one, index) => free[index] === one)) return port
  }
}

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'two API processes behind nginx restart one after the other without a failed request',
  async (context) => {
    if (!ensureNginx()) context.skip('nginx is not installed: apt-get install nginx-light')
    using folder = createTempDir()
    const releases = join(folder.path, 'releases')
    const id = '20261121-093000-1a2b3c4d'
    const release = await createSmallRelease(releases, id)
    await writeHeaderFiles(releases, join(releases, id), release, { https: false })
    symlinkSync(id, join(releases, 'current'))

    const port = await findClusterPort()
    const env = {
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: folder.path,
      // The production timeouts turn a slow machine into 503.
      DATABASE_URL: `${await createDatabase()}?connect_timeout=60&statement_timeout=60000`,
      LIMITS: 'false',
      MEDIA_WARM: 'false',
    }
    const cluster = runCommand('scripts/cluster.ts', env, ['--no-publisher'])
    try {
      await cluster.waitForOutput(/is open at/)
      const [customer] = demoAccounts
      const login = await send(port, 'POST', '/api/auth/login', {
        email: customer?.email,
        password: customer?.password,
      })
      const cookie = login.cookies.map((one) => one.split(';')[0]).join('; ')
      const listing = await send(port, 'GET', '/api/products/get-all-products')
      const productId = JSON.parse(listing.body).products[0].id

      const load = startLoad(port, cookie, productId)
      await expect.poll(load.getSent, { timeout: 120_000 }).toBeGreaterThan(2 * REQUESTS_PER_SECOND)
      cluster.child.kill('SIGHUP')
      await cluster.waitForOutput(/^Restarted \d+ \d+\.$/m)
      const restarted = load.getSent()
      await expect
        .poll(load.getSent, { timeout: 120_000 })
        .toBeGreaterThan(restarted + REQUESTS_PER_SECOND)
      await load.stop()
      expect(load.failures).toEqual([])
    } finally {
      cluster.child.kill('SIGTERM')
      await cluster.exited
    }
    expect(await cluster.exited).toMatchObject({ code: 0 })
  },
  300_000,
)
