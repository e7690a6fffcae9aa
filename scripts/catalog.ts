import { EventEmitter } from 'node:events'
import { parseArgs } from 'node:util'
import { exitWithError, printLine, stopwatch } from '#src/run/console-output.ts'
import { readSettings } from '#src/run/settings.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import type { Deps } from '#src/server/deps.ts'
import { openMediaStore } from '#src/server/media/media-store.ts'
import { hasProducts } from '#src/server/seed/queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'
import { readReviews } from '#src/server/seed/reviews.ts'
import { importPictures, insertCatalog, interleaveCategories } from '#src/server/seed/seed.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { generateCatalog } from './catalog/generate.ts'

// Fills the database with a large catalogue that combines the parts of the seed's products:
// npm run catalog -- --products 10000

const MOST = 100_000

function readCount(): number {
  const { values } = parseArgs({ options: { products: { type: 'string' } }, strict: false })
  const count = Number(values.products)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count
  throw new StartupError(`Name a number of products up to ${MOST}: -- --products 10000.`)
}

async function main(): Promise<void> {
  const count = readCount()
  const env = readSettings()
  const getDuration = stopwatch()
  const { db, engine } = await openDatabase(env.DATABASE_URL)
  const media = openMediaStore(env)
  const own = { db, engine, env, media }
  const deps: Deps = { ...own, now: Date.now, log: () => {}, events: new EventEmitter() }
  try {
    await migrate(db)
    if (await hasProducts(db))
      throw new StartupError(
        'This database has products already: name another with DATABASE_URL or DATA_DIR.',
      )
    const parts = interleaveCategories(readEntries(DEFAULT_SEED_DIR))
    const pictures = await importPictures(deps, DEFAULT_SEED_DIR, parts, () => {})
    const entries = generateCatalog(parts, count, 7)
    // Each product has the reviews of the one that it varies.
    const seedReviews = readReviews(DEFAULT_SEED_DIR)
    const reviews: typeof seedReviews = {}
    for (const [at, { slug }] of entries.entries())
      reviews[slug] = seedReviews[parts[at % parts.length]?.slug ?? ''] ?? []
    await db.transaction().execute((within) => insertCatalog(within, entries, pictures, reviews))
    printLine(`${entries.length} products written in ${getDuration()}.`)
  } finally {
    await db.destroy()
  }
}

await main().catch(exitWithError)
