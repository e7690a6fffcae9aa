import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { getPort, listen } from '#src/run/listen.ts'
import { createApiListener } from '#src/run/request-listener.ts'
import { toProductId } from '#src/server/catalog/to-product-row.ts'
import { hasProducts } from '#src/server/seed/queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'
import { insertCatalogue } from '#src/server/seed/seed.ts'
import { formatCookies } from '#tests/helpers/api-client.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

// node scripts/measure/write-server.ts shop <database> <users> | bare <file>: one of the two servers
// that `npm run bench -- writes` compares, and the one that `npm run torture` attacks. Prints its port,
// and for the shop cookies of new users and products.

/** The API with accounts and the seed's products, as `npm start` serves it. */
async function serveShop(database: string, users: number): Promise<object> {
  const shop = await createTestApp({}, database)
  const entries = readEntries(DEFAULT_SEED_DIR).map((entry) => ({ ...entry, stock: 1_000_000 }))
  const products = entries.map((entry) => ({ ...entry, pictures: [], related: [] }))
  if (!(await hasProducts(shop.deps.db)))
    await shop.deps.db.transaction().execute((db) => insertCatalogue(db, products, new Map()))
  const cookies: string[] = []
  for (let count = 0; count < users; count++)
    cookies.push(formatCookies((await shop.createSignedInUser()).cookies))
  const listener = createApiListener({ app: shop.hono, deps: shop.deps, close: async () => {} })
  const server = await listen(listener, '127.0.0.1', 0)
  return { port: getPort(server), cookies, products: products.map(({ slug }) => toProductId(slug)) }
}

/** One route that inserts a row and waits until it is on the disk. */
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
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: getPort(server) }
}

const [kind, database = '', users] = process.argv.slice(2)
const ready = kind === 'shop' ? await serveShop(database, Number(users)) : await serveBare(database)
process.stdout.write(`${JSON.stringify(ready)}\n`)
