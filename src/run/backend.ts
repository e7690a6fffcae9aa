import { EventEmitter } from 'node:events'
import type { Hono } from 'hono'
import { openPreview } from '#src/preview/open-preview.ts'
import { createApp } from '#src/server/app.ts'
import { logReplacedTexts } from '#src/server/core/content/read-content.ts'
import { watchFreeBytes } from '#src/server/core/data-dir.ts'
import { migrate } from '#src/server/core/db/migrate.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { Deps } from '#src/server/core/deps.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { createJsonLogger } from '#src/server/core/log.ts'
import { openMediaStore } from '#src/server/core/media-store.ts'
import { type CatalogReader, createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { keepsOrders } from '#src/server/shop/orders/kept-orders-queries.ts'
import { seedCatalog } from '#src/server/shop/seed/seed.ts'
import { inviteFirstAdmin } from '#src/server/studio/staff/invitations.ts'
import { stopwatch } from './console-output.ts'

export interface Backend {
  deps: Deps
  app: Hono
  catalog: CatalogReader
  /** Whether orders are taken, or were before the start. */
  keepsOrders: boolean
  close(): Promise<void>
}

/**
 * Opens the database, migrates it, seeds it when it is empty, and creates the API on it.
 * @param overrides what not every command has.
 */
export async function openBackend(
  env: ServerEnv,
  onProgress: (line: string) => void,
  overrides: Pick<Partial<Deps>, 'events' | 'renderPage' | 'renderPath' | 'signal'> = {},
): Promise<Backend> {
  const log = createJsonLogger(env.LOG_LEVEL, (line) => void process.stderr.write(line))
  const onConnectionLost = (error: Error) =>
    log('warn', 'database connection lost', { error: error.message })
  const { db, engine } = await openDatabase(env.DATABASE_URL, onConnectionLost)
  try {
    const deps: Deps = {
      db,
      engine,
      env,
      media: openMediaStore(env),
      readFreeBytes: watchFreeBytes(env.DATA_DIR),
      now: Date.now,
      log,
      events: new EventEmitter(),
      ...overrides,
    }
    await migrate(db)
    await seed(deps, onProgress)
    await logReplacedTexts(deps)
    const app = createApp(deps)
    await openPreview(deps, app)
    await inviteFirstAdmin(deps)
    return {
      deps,
      app,
      catalog: createCatalogReader(deps),
      keepsOrders: await keepsOrders(deps),
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function seed(deps: Deps, onProgress: (line: string) => void): Promise<void> {
  const since = stopwatch()
  let started = false
  const products = await seedCatalog(deps, (_done, total) => {
    if (!started)
      onProgress(`The database is new: importing the catalogue and its ${total} pictures.`)
    started = true
  })
  if (products > 0) onProgress(`The catalogue has ${products} products, imported in ${since()}.`)
}
