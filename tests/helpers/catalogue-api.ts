import { getRequestListener } from '@hono/node-server'
import { seedCatalogue } from '#src/server/seed/seed.ts'
import { serve, type TestServer } from './http-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export interface CatalogueApi extends TestServer {
  app: TestApp
  /** Changes the first product's title, which every page of the fixture shows. */
  setFirstProductTitle: (title: string) => Promise<void>
}

/** Serves the API with the seed catalogue. */
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
