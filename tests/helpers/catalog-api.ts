import { getRequestListener } from '@hono/node-server'
import type { PictureRow } from '#src/server/core/media/tables.ts'
import { incrementCatalogRevision } from '#src/server/core/publish-requests/queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'
import { importPictures, insertCatalog, interleaveCategories } from '#src/server/shop/seed/seed.ts'
import { serve, type TestServer } from '#tools/http-server.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'
import { createOnce } from './run-folder.ts'

export interface CatalogApi extends TestServer {
  app: TestApp
  /** Changes the title of all products, of which every page of the fixture shows one. */
  setTitles: (title: string) => Promise<void>
}

export const seedEntries = interleaveCategories(readEntries(DEFAULT_SEED_DIR))

let seedPictures: Promise<Map<string, PictureRow>> | undefined

/** The rows of the seed catalogue's pictures. A run reads the files once, which takes seconds. */
export function importSeedPictures(): Promise<Map<string, PictureRow>> {
  seedPictures ??= createOnce('seed-pictures', async () => {
    using folder = createTempDir()
    await using shop = await createTestApp({ DATA_DIR: folder.path })
    return [...(await importPictures(shop.deps, DEFAULT_SEED_DIR, seedEntries, () => {}))]
  }).then((rows) => new Map(rows))
  return seedPictures
}

/** Serves the API with the seed catalogue, without the files of its pictures. */
export async function serveCatalog(dataDir: string): Promise<CatalogApi> {
  const shop = await createTestApp({ DATA_DIR: dataDir })
  await insertCatalog(shop.deps.db, seedEntries, await importSeedPictures())
  const listening = await serve(getRequestListener(shop.hono.fetch))
  return {
    ...listening,
    app: shop,
    async setTitles(title) {
      await shop.deps.db.transaction().execute(async (db) => {
        await db
          .updateTable('product')
          .set((row) => ({ title, revision: row('revision', '+', 1) }))
          .execute()
        await incrementCatalogRevision(db)
      })
    },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
    },
  }
}
