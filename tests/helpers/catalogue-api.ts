import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { seedCatalogue } from '#src/server/seed/seed.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A folder of its own that goes when the test is over. */
export function createTempDir(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'kairavi-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export interface TestServer extends AsyncDisposable {
  /** Root of the API, e.g. `http://127.0.0.1:43017/api`. */
  url: string
}

/** Any listener on a port of its own. */
export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port to be had.')
  return {
    url: `http://127.0.0.1:${address.port}/api`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface CatalogueApi extends TestServer {
  app: TestApp
  /** Changes the first product's title, and with it every page of the fixture. */
  setFirstProductTitle: (title: string) => Promise<void>
}

/** The real API with the house's catalogue, listening. */
export async function serveCatalogue(dataDir: string): Promise<CatalogueApi> {
  const shop = await createTestApp({ DATA_DIR: dataDir })
  await seedCatalogue(shop.deps)
  const listening = await serve(getRequestListener(shop.hono.fetch))
  return {
    ...listening,
    app: shop,
    async setFirstProductTitle(title) {
      const { db } = shop.deps
      await db.transaction().execute(async (change) => {
        await change
          .updateTable('product')
          .set({ title })
          .where('position', '=', (eb) =>
            eb.selectFrom('product').select((p) => p.fn.min('position').as('first')),
          )
          .execute()
        await change
          .updateTable('setting')
          .set((row) => ({ value: row('value', '+', 1) }))
          .where('name', '=', 'catalogue.revision')
          .execute()
      })
    },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
    },
  }
}
