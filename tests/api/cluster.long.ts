import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { renameSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeHeaderFiles } from '#src/run/site/header-files.ts'
import { formatCookies } from '#tests/helpers/api-client.ts'
import { findFreePort, listen } from '#tests/helpers/http-server.ts'
import { ensureNginx } from '#tests/helpers/nginx.ts'
import { runCommand } from '#tests/helpers/site-process.ts'
import { createSmallRelease, RELEASE_FILES } from '#tests/helpers/small-release.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

const ACCOUNTS = 20
const REQUESTS_PER_SECOND = 500
const TICK_MS = 10
/** A slow machine gets fewer requests instead of a queue without end. */
const MAX_IN_FLIGHT = 40

/** Sends one request on a connection of its own. */
const send = (port: number, method: string, path: string, body?: object, cookie = '') =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = {
      // The name of the session cookie is that of a host without TLS.
      host: 'shop.test',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(cookie && { cookie }),
    }
    request({ host: 'localhost', port, method, path, headers, agent: false }, (response) => {
      text(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, body: answer }),
        reject,
      )
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })

/**
 * Sends calls of several accounts at a fixed rate, each on a connection of its own, also while others
 * wait.
 */
function startLoad(port: number, cookies: string[], productId: string) {
  const calls: [method: string, path: string, body?: object][] = [
    ['GET', '/'],
    ['GET', '/api/cart'],
    ['GET', '/api/products/get-all-products'],
    ['POST', '/api/cart', { productId, quantity: 1 }],
    ['POST', '/api/wishlist/', { productId }],
  ]
  const pending = new Set<Promise<void>>()
  let failures: string[] = []
  let sent = 0
  const sendNext = () => {
    const cookie = cookies[Math.floor(sent / calls.length) % cookies.length]
    const [method, path, body] = calls[sent++ % calls.length] ?? ['GET', '/']
    const what = `${method} ${path}`
    const call = send(port, method, path, body, cookie)
      .then(
        ({ status, body: answer }) => {
          // 409: the cart has as many as there may be.
          if (status !== 200 && status !== 409)
            failures.push(`${what} ${status} ${answer.slice(0, 100)}`)
        },
        (error: Error) => void failures.push(`${what} ${error.message}`),
      )
      .finally(() => pending.delete(call))
    pending.add(call)
  }
  const timer = setInterval(() => {
    for (let n = 0; n < (REQUESTS_PER_SECOND * TICK_MS) / 1_000; n++)
      if (pending.size < MAX_IN_FLIGHT) sendNext()
  }, TICK_MS)
  return {
    /** Waits for a second's requests and their answers. @returns failures since the last call. */
    async takeFailures(): Promise<string[]> {
      const until = sent + REQUESTS_PER_SECOND
      await vi.waitUntil(() => sent >= until, { timeout: 120_000 })
      await Promise.all(pending)
      const taken = failures
      failures = []
      return taken
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

/** Passes connections on to PostgreSQL; closed, it is a server that is down. */
async function openProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const upstream = { host: url.hostname, port: Number(url.port || 5_432) }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Ends both when one ends or breaks.
    pipeline(socket, connect(upstream), socket, () => {})
  })
  const port = await listen(server)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    open: () => listen(server, port),
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

async function publishRelease(releases: string, id: string, home: string): Promise<void> {
  const contents = { ...RELEASE_FILES, 'index.html': home }
  const release = await createSmallRelease(releases, id, contents)
  await writeHeaderFiles(releases, join(releases, id), release, { https: false })
  const link = join(releases, 'next')
  symlinkSync(id, link)
  renameSync(link, join(releases, 'current'))
}

const isPossible = Boolean(process.env['TEST_DATABASE_URL']) && ensureNginx()

describe.skipIf(!isPossible)('two API processes behind nginx, under load', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>

  async function startCluster() {
    const folder = createTempDir()
    const releases = join(folder.path, 'releases')
    await publishRelease(releases, '20261121-093000-1a2b3c4d', RELEASE_FILES['index.html'] ?? '')
    const port = await findClusterPort()
    const database = await openProxy(await createDatabase())
    const env = {
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: folder.path,
      // The production timeouts turn a slow machine into 503.
      DATABASE_URL: `${database.url}&connect_timeout=60&statement_timeout=60000`,
      LIMITS: 'false',
      MEDIA_WARM: 'false',
    }
    const command = runCommand('scripts/cluster.ts', env, ['--no-publisher'])
    await command.waitForOutput(/is open at/)
    const listing = await send(port, 'GET', '/api/products/get-all-products')
    const productId: string = JSON.parse(listing.body).products[0].id
    await using app = await createTestApp({}, env.DATABASE_URL)
    const cookies: string[] = []
    for (let count = 0; count < ACCOUNTS; count++)
      cookies.push(formatCookies((await app.createSignedInUser()).cookies))
    const load = startLoad(port, cookies, productId)
    return { folder, releases, port, database, command, load }
  }

  beforeAll(async () => {
    cluster = await startCluster()
    expect(await cluster.load.takeFailures()).toEqual([])
  }, 300_000)

  afterAll(async () => {
    await cluster.load.stop()
    cluster.command.child.kill('SIGTERM')
    expect(await cluster.command.exited).toMatchObject({ code: 0 })
    await cluster.database.close()
    cluster.folder[Symbol.dispose]()
  }, 60_000)

  test('a publish is shown by all', async () => {
    await publishRelease(cluster.releases, '20261121-094500-5e6f7a8b', '<title>New</title>')
    for (const offset of [0, 1, 2])
      await vi.waitUntil(
        async () => (await send(cluster.port + offset, 'GET', '/')).body.includes('New'),
        { timeout: 60_000 },
      )
    expect(await cluster.load.takeFailures()).toEqual([])
  }, 120_000)

  test('they restart one after the other without a failed request', async () => {
    cluster.command.child.kill('SIGHUP')
    await cluster.command.waitForOutput(/^Restarted \d+ \d+\.$/m)
    expect(await cluster.load.takeFailures()).toEqual([])
  }, 300_000)

  test('while PostgreSQL is down they answer 503, and connect again when it is back', async () => {
    const waitForReady = async (status: number) => {
      for (const offset of [1, 2])
        await vi.waitUntil(
          async () => (await send(cluster.port + offset, 'GET', '/api/ready')).status === status,
          { timeout: 60_000 },
        )
    }
    await cluster.database.close()
    await waitForReady(503)
    await cluster.database.open()
    await waitForReady(200)
    const failures = await cluster.load.takeFailures()
    expect(failures.filter((failure) => !failure.includes(' 503 '))).toEqual([])
    expect(await cluster.load.takeFailures()).toEqual([])
  }, 180_000)

  test('a killed one fails the requests that it had at most, and is replaced', async () => {
    const [, , pid] = /^Restarted (\d+) (\d+)\.$/m.exec(cluster.command.getOutput().stdout) ?? []
    process.kill(Number(pid), 'SIGKILL')
    await cluster.command.waitForOutput(/^Replaced \d+ \d+\.$/m)
    expect((await cluster.load.takeFailures()).length).toBeLessThanOrEqual(MAX_IN_FLIGHT)
    expect(await cluster.load.takeFailures()).toEqual([])
  }, 120_000)
})
