import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { logIn } from '#lab/measure/demo-account.ts'
import { percentile } from '#lab/measure/percentile.ts'
import { listChildren } from '#lab/measure/process-usage.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { MAX_CSV_BYTES } from '#src/contract/values.ts'
import { toBackgroundPriority } from '#src/server/core/thread-priority.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { type ApiClient, formatCookies } from '#tools/api-client.ts'
import { publishSmallRelease } from '#tools/cluster.ts'
import { findFreePort } from '#tools/http-server.ts'
import { createPicture } from '#tools/pictures.ts'
import { addProducts } from '#tools/products.ts'
import { startScheduledLoad } from '#tools/scheduled-load.ts'
import { projectRoot, type RunningCommand, runCommand } from '#tools/site-process.ts'
import { createTestApp } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

// The shop and the desk as two processes, as npm run serve starts them.

/** Those of `npm test`. DESK_KILLS=50 kills the desk so often, ten seconds apart. */
const KILLS = Number(process.env['DESK_KILLS'] ?? 3)
const isMeasured = KILLS > 10
const PAUSE_MS = isMeasured ? 10_000 : 200
/** Time in which a desk answers again; beside other tests it gets the processor late. */
const MAX_BACK_MS = isMeasured ? 3_000 : 60_000
const POLL_MS = 20
const WAIT = { timeout: 60_000, interval: POLL_MS }

interface ClosedShop {
  folder: string
  site: string
  port: number
  env: Record<string, string>
}

interface Shop extends ClosedShop {
  command: RunningCommand
}

/** The name that a process shows in lists; empty once it has ended. */
function readTitle(pid: number): string {
  const path = `/proc/${pid}/cmdline`
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

const findDesk = ({ command }: Shop): number | undefined =>
  listChildren(command.child.pid ?? 0).find((pid) => readTitle(pid) === 'kairavi desk')

const test = base.extend<{ args: string[]; closed: ClosedShop; running: Shop }>({
  args: [],
  closed: async ({ folder }, use) => {
    const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])
    const url = onPostgres ? await createDatabase() : `sqlite:${join(folder, 'kairavi.db')}`
    await publishSmallRelease(join(folder, 'releases'), '20261121-093000-1a2b3c4d')
    {
      await using shop = await createTestApp({ DATA_DIR: folder }, url)
      // Into an empty database, the shop would import the catalogue.
      await addProducts(shop, { slug: 'ring', stock: 1_000_000 }, { slug: 'bag' })
    }
    const port = await findFreePort()
    const env = {
      NODE_ENV: 'test',
      MEDIA_WARM: 'false',
      LIMITS: 'false',
      PASSWORD_HASH_MEMORY: '64',
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
      DATABASE_URL: url,
      PORT: String(port),
    }
    await use({ folder, env, site: `http://localhost:${port}`, port })
  },
  running: async ({ closed, args }, use) => {
    const command = runCommand('src/run/start.js', closed.env, ['--no-build', ...args])
    await command.waitForOutput(/is open at/)
    await use({ ...closed, command })
    command.child.kill('SIGKILL')
    await command.exited
  },
})

const CATALOG_READ = 'The shop has read whole products.'
const READS = ['/api/ready', '/api/products/get-all-products', '/api/products/search', '/shop']

test('the shop reads its catalogue before it is ready, and answers meanwhile', async ({
  closed: { env, site },
}) => {
  const watch = pathToFileURL(join(projectRoot, 'tests/helpers/print-catalog-reads.ts'))
  const watched = { ...env, CATALOG_READ, NODE_OPTIONS: `--import=${watch}` }
  const command = runCommand('src/run/start.js', watched, ['--no-build', '--shop'])
  await command.waitForOutput(/is opening at/)
  const countReads = () => command.getOutput().stdout.split(CATALOG_READ).length - 1
  const refused: string[] = []
  let isReady = false
  while (!isReady)
    for (const path of READS) {
      // A reset throws.
      const answer = await fetch(site + path)
      const text = await answer.text()
      if (path === '/api/ready') isReady = answer.status === 200
      if (answer.status === 503) refused.push(text)
      else expect(answer.status, path).toBe(200)
    }
  expect(refused.length).toBeGreaterThan(0)
  for (const text of refused) expect(text).toMatch(/\. /)
  const reads = countReads()
  expect(reads).toBeGreaterThan(0)
  for (const path of READS) await (await fetch(site + path)).text()
  expect(countReads()).toBe(reads)
  command.child.kill('SIGKILL')
  await command.exited
})

const readReady = async ({ site }: Shop) => (await fetch(`${site}/api/ready`)).json()

test('the desk answers staff through the shop, with files and streams', async ({ running }) => {
  const { site, command } = running
  expect(await readReady(running)).toEqual({ status: 'ready', problems: [] })
  expect(readTitle(command.child.pid ?? 0)).toBe('kairavi shop')
  const desk = findDesk(running) ?? 0
  expect(desk).toBeGreaterThan(0)
  // A busy desk gives way to shoppers.
  const shop = getPriority(command.child.pid)
  if (process.platform === 'linux') expect(getPriority(desk)).toBe(toBackgroundPriority(shop))
  const editor = await logIn(site, 'editor')
  const { status, body } = await editor.get('/editor/catalog')
  expect([status, body.products.length]).toEqual([200, 2])
  const picture = { 'Content-Type': 'image/webp' }
  expect((await editor.post('/editor/pictures', await createPicture(), picture)).status).toBe(201)
  const csv = { 'Content-Type': 'text/csv' }
  const file = new Uint8Array(MAX_CSV_BYTES).fill(120)
  expect((await editor.post('/editor/import?dryRun=true', file, csv)).status).toBe(400)
  expect((await editor.get('/editor/export')).text).toContain('ring')

  const headers = { cookie: formatCookies(editor.cookies) }
  const events = await fetch(`${site}/api/editor/publish/events`, { headers })
  const reader = events.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^event: state\n/)
  await reader?.cancel()
})

test('a shop that stops ends the desk', async ({ running }) => {
  const { command, folder } = running
  const desk = findDesk(running)
  expect(desk).toBeGreaterThan(0)
  command.child.kill('SIGTERM')
  const { code, signal, stderr } = await command.exited
  expect([code, signal, stderr.replace(/^Warning: .+\n/, '')]).toEqual([0, null, ''])
  expect(readTitle(desk ?? 0)).not.toContain('kairavi desk')
  expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toEqual([])
})

test('a desk whose shop is killed ends, and the next shop removes its socket', async ({
  running,
}) => {
  const { command, folder, env } = running
  const desk = findDesk(running) ?? 0
  const listSockets = () => readdirSync(folder).filter((name) => name.endsWith('.sock'))
  const [socket] = listSockets()
  command.child.kill('SIGKILL')
  process.kill(desk, 'SIGKILL')
  await command.exited
  await expect.poll(() => readTitle(desk), WAIT).not.toContain('kairavi desk')
  expect(listSockets()).toEqual([socket])
  const next = runCommand('src/run/start.js', env, ['--no-build'])
  await next.waitForOutput(/is open at/)
  expect(listSockets()).toHaveLength(1)
  expect(listSockets()).not.toContain(socket)
  const orphan = listChildren(next.child.pid ?? 0)
  next.child.kill('SIGKILL')
  await next.exited
  for (const pid of orphan)
    await expect.poll(() => readTitle(pid), WAIT).not.toContain('kairavi desk')
})

test.extend('args', ['--shop'])('a shop alone has no calls of staff', async ({ running }) => {
  const { site } = running
  expect(findDesk(running)).toBe(undefined)
  expect(await readReady(running)).toEqual({ status: 'ready', problems: [] })
  expect((await fetch(`${site}/api/products/get-all-products`)).status).toBe(200)
  for (const path of ['/api/editor/catalog', '/api/admin/staff', '/studio', '/preview/a/shop'])
    expect((await fetch(site + path)).status, path).toBe(404)
})

/** Changes the price of a product without a pause. @returns what it knows, and how to stop. */
function startSaves(editor: ApiClient, id: string, price: number) {
  let isStopped = false
  let confirmed = price
  let tried = price
  const outcomes: Record<string, number> = {}
  const running = (async () => {
    while (!isStopped) {
      const read = await editor.get(`/editor/products/${id}`).catch(() => undefined)
      if (read?.status !== 200) {
        await sleep(POLL_MS)
        continue
      }
      const { entry, revision }: { entry: CatalogEntry; revision: number } = read.body.product
      // A save whose answer was lost is done, or not begun.
      expect([confirmed, tried]).toContain(entry.price)
      confirmed = entry.price
      tried = confirmed + 1
      const saved = await editor
        .patch(`/editor/products/${id}`, { price: tried, revision })
        .catch(() => undefined)
      const outcome = saved === undefined ? 'broken' : String(saved.status)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (saved?.status === 200) confirmed = tried
    }
  })()
  return {
    outcomes,
    async stop() {
      isStopped = true
      await running
    },
  }
}

test(`shoppers notice nothing of ${KILLS} kills of the desk`, { timeout: 1_800_000 }, async ({
  running,
}) => {
  const { site, port } = running
  const editor = await logIn(site, 'editor')
  const shopper = await logIn(site, 'customer')
  const ring = toProductId('ring')
  const { entry } = (await editor.get(`/editor/products/${ring}`)).body.product
  const load = startScheduledLoad({
    port,
    host: `localhost:${port}`,
    cookies: [formatCookies(shopper.cookies)],
    calls: [
      ['GET', '/shop'],
      ['GET', '/api/products/get-all-products'],
      ['POST', '/api/cart', { productId: ring, quantity: 1 }],
      ['GET', '/api/cart'],
      ['GET', '/api/products/slug/ring'],
    ],
    perSecond: 25,
    maxInFlight: 50,
  })
  const saves = startSaves(editor, ring, entry.price)
  const back: number[] = []
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const desk = findDesk(running)
      expect(desk).toBeGreaterThan(0)
      process.kill(desk ?? 0, 'SIGKILL')
      const killedAt = performance.now()
      await expect.poll(() => findDesk(running) ?? desk, WAIT).not.toBe(desk)
      await expect.poll(async () => (await editor.get('/editor/publish')).status, WAIT).toBe(200)
      back.push(performance.now() - killedAt)
      await sleep(PAUSE_MS)
    }
  } finally {
    await saves.stop()
    await load.stop()
  }
  const { failures, sent, latencies } = await load.takeFigures()
  if (isMeasured)
    console.log({ sent, p99: percentile(latencies, 0.99), back, saves: saves.outcomes })
  expect(failures).toEqual([])
  expect(Math.max(...back)).toBeLessThan(MAX_BACK_MS)
  expect(saves.outcomes['200']).toBeGreaterThan(0)
  expect(await readReady(running)).toEqual({ status: 'ready', problems: [] })
})
