import { EventEmitter } from 'node:events'
import type { Hono } from 'hono'
import { openPreview } from '#src/preview/open-preview.ts'
import { createApp } from '#src/server/app.ts'
import { upgradeDatabase } from '#src/server/core/backup/upgrade.ts'
import { logReplacedTexts } from '#src/server/core/content/read-content.ts'
import { watchFreeBytes } from '#src/server/core/data-dir.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { Deps } from '#src/server/core/deps.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { createJsonLogger } from '#src/server/core/log.ts'
import { openMediaStore } from '#src/server/core/media-store.ts'
import type { ProcessPart } from '#src/server/core/process-part.ts'
import { createCatalogThread } from '#src/server/shop/catalog/create-catalog-thread.ts'
import { type CatalogReader, createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { freezeFormerInvoices } from '#src/server/shop/orders/documents.ts'
import { keepsOrders } from '#src/server/shop/orders/kept-orders-queries.ts'
import { seedCatalog } from '#src/server/shop/seed/seed.ts'
import { inviteFirstAdmin } from '#src/server/studio/staff/invitations.ts'
import { stopwatch } from './console-output.ts'

export interface Backend {
  deps: Deps
  app: Hono
  catalog: CatalogReader
  /** Whether the shop takes orders, or took orders before this start. */
  keepsOrders: boolean
  close(): Promise<void>
}

/**
 * Opens the database, upgrades it, seeds an empty one, and creates the API on it.
 * @param overrides parts that only some commands provide.
 */
export async function openBackend(
  env: ServerEnv,
  onProgress: (line: string) => void,
  part: ProcessPart,
  overrides: Pick<
    Partial<Deps>,
    'events' | 'renderPage' | 'renderPath' | 'signal' | 'isDeskUp'
  > = {},
): Promise<Backend> {
  const log = createJsonLogger(env.LOG_LEVEL, (line) => void process.stderr.write(line), part)
  const onConnectionLost = (error: Error) =>
    log('warn', 'database connection lost', { error: error.message })
  const { db, engine } = await openDatabase(env.DATABASE_URL, onConnectionLost, [], part)
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
      ...(part !== 'all' && { runInCatalogThread: createCatalogThread(env) }),
      ...overrides,
    }
    const app = createApp(deps, part)
    // The shop process does this before it starts the desk.
    if (part !== 'desk') {
      await upgradeDatabase(db, env.DATABASE_URL, onProgress)
      await freezeFormerInvoices(deps)
      await seed(deps, onProgress)
      await logReplacedTexts(deps)
      await openPreview(deps, app)
      await inviteFirstAdmin(deps)
    }
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
