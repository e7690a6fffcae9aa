import type { Hono } from 'hono'
import { seedDemoAccounts } from '#src/server/account/demo-accounts.ts'
import { createApp } from '#src/server/app.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import type { Deps } from '#src/server/deps.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { seedCatalogue } from '#src/server/seed/seed.ts'
import { stopwatch } from './console-output.ts'
import { createJsonLogger } from './json-logger.ts'

export interface Backend {
  deps: Deps
  app: Hono
  close(): Promise<void>
}

/** The database, opened, brought up to date and filled when it is empty, and the API on it. */
export async function openBackend(env: ServerEnv, say: (line: string) => void): Promise<Backend> {
  const log = createJsonLogger(env.LOG_LEVEL)
  const onLost = (error: Error) => log('warn', 'database connection lost', { error: error.message })
  const { db, engine } = await openDatabase(env.DATABASE_URL, onLost)
  try {
    const deps: Deps = { db, engine, env, now: Date.now, log }
    await migrate(db)
    await fill(deps, say)
    await seedDemoAccounts(deps)
    return { deps, app: createApp(deps), close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function fill(deps: Deps, say: (line: string) => void): Promise<void> {
  const since = stopwatch()
  let told = false
  const products = await seedCatalogue(deps, (_done, all) => {
    if (!told) say(`The database is new: taking in the catalogue and its ${all} pictures.`)
    told = true
  })
  if (products > 0) say(`The catalogue has ${products} products, filled in ${since()}.`)
}
