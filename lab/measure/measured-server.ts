import { createServer, type RequestListener } from 'node:http'
import { flushCompileCache } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { getPort, listen } from '#src/run/listen.ts'
import { createApiListener } from '#src/run/request-listener.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { hasProducts } from '#src/server/shop/seed/queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'
import { insertCatalog } from '#src/server/shop/seed/seed.ts'
import { formatCookies } from '#tools/api-client.ts'
import { listen as listenOnLoopback, send } from '#tools/http-server.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

// node lab/measure/measured-server.ts shop <database> <users>
// bare <file>
// copy <url>: separate server processes for `npm run bench` and `npm run torture`. Prints the port,
// and for `shop` also products and cookies of new users.

/** More than any run adds to carts. */
const STOCK = 1_000_000

const ORDER_JOB_MS = 200

/** Reads the order settings from the environment. */
const readOrderSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(?:ORDERS|RAZORPAY_|PAN_KEY|PUBLIC_COD_LIMIT)/.test(name)
        ? [[name, value]]
        : [],
    ),
  )

/** Kills this process by a signal that cannot be handled. */
const killSelf = () => process.kill(process.pid, 'SIGKILL')

/** With KILL_AFTER, kills the process after a matching statement. */
function killAfterStatement({ statementListeners }: TestApp): void {
  const { KILL_AFTER } = process.env
  if (!KILL_AFTER) return
  const pattern = new RegExp(KILL_AFTER)
  statementListeners.add(({ sql }) => {
    if (pattern.test(sql)) killSelf()
  })
}

/** With KILL_BEFORE_ANSWER, kills the process instead of answering a matching call. */
function killBeforeAnswer(listener: RequestListener): RequestListener {
  const { KILL_BEFORE_ANSWER } = process.env
  if (!KILL_BEFORE_ANSWER) return listener
  const pattern = new RegExp(KILL_BEFORE_ANSWER)
  return (request, response) => {
    if (pattern.test(`${request.method} ${request.url}`))
      response.writeHead = (status: number) => {
        if (status < 300) killSelf()
        return response
      }
    listener(request, response)
  }
}

/** Runs the order job in a loop, more often than a shop does. */
function startOrderJob(deps: Deps): void {
  void runOrderJob(deps).finally(() => setTimeout(() => startOrderJob(deps), ORDER_JOB_MS))
}

/** Serves the API with accounts and the seed's products, like `npm start`. */
async function serveShop(database: string, users: number): Promise<object> {
  const shop = await createTestApp(readOrderSettings(), database)
  const products = readEntries(DEFAULT_SEED_DIR).map((entry) => ({
    ...entry,
    stock: STOCK,
    pictures: [],
    related: [],
    ...(entry.variants && { variants: entry.variants.map((row) => ({ ...row, stock: STOCK })) }),
  }))
  if (!(await hasProducts(shop.deps.db)))
    await shop.deps.db.transaction().execute((db) => insertCatalog(db, products, new Map()))
  const cookies: string[] = []
  for (let count = 0; count < users; count++)
    cookies.push(formatCookies((await shop.createSignedInUser()).cookies))
  killAfterStatement(shop)
  if (shop.deps.env.ORDERS.length > 0) startOrderJob(shop.deps)
  const server = await listen(killBeforeAnswer(createApiListener(shop.hono)), '127.0.0.1', 0)
  return { port: getPort(server), cookies, products: products.map(({ slug }) => toProductId(slug)) }
}

/** Serves one route that inserts a row and waits until it is on disk. */
async function serveBare(path: string): Promise<object> {
  const file = new DatabaseSync(path)
  file.exec('pragma journal_mode = wal; pragma synchronous = full')
  file.exec('create table item (id integer primary key, product text, quantity integer)')
  const insert = file.prepare('insert into item (product, quantity) values (?, ?)')
  const app = new Hono().post('/api/cart', async (c) => {
    const { productId } = await c.req.json()
    insert.run(productId, 1)
    return c.json({ success: true, message: 'Added to cart.' })
  })
  return listenBare(getRequestListener(app.fetch))
}

/** Headers that Node sets itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive']

/** Answers every request with the compressed bytes and headers of a page. */
async function serveCopy(url: string): Promise<object> {
  const { port, pathname: path } = new URL(url)
  const page = await send({ port, path, headers: { 'accept-encoding': 'gzip' } })
  const headers = Object.entries(page.headers)
    .filter(([name]) => !OWN_HEADERS.includes(name))
    .flatMap(([name, value]) => [name, String(value)])
  return listenBare((_request, response) => {
    response.writeHead(200, headers)
    response.end(page.body)
  })
}

const listenBare = async (listener: RequestListener) => ({
  port: await listenOnLoopback(createServer(listener)),
})

const servers: Record<string, (target: string, users: number) => Promise<object>> = {
  shop: serveShop,
  bare: serveBare,
  copy: serveCopy,
}
const [kind = '', target = '', users] = process.argv.slice(2)
const ready = await servers[kind]?.(target, Number(users))
// A killed process cannot write its cache at the end.
flushCompileCache()
process.stdout.write(`${JSON.stringify(ready)}\n`)
