import { EventEmitter } from 'node:events'
import { parseArgs } from 'node:util'
import { ageShop } from '#lab/age/age-shop.ts'
import { seedDemoAccounts } from '#src/preview/demo-accounts.ts'
import { exitWithError, printLine, stopwatch } from '#src/run/console-output.ts'
import { readSettings } from '#src/run/settings.ts'
import { migrate } from '#src/server/core/db/migrate.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { openMediaStore } from '#src/server/core/media-store.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { hasProducts } from '#src/server/shop/seed/queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'
import { readReviews } from '#src/server/shop/seed/reviews.ts'
import { importPictures, insertCatalog, interleaveCategories } from '#src/server/shop/seed/seed.ts'
import { generateCatalog } from './catalog/generate.ts'

// Fills the database with a large catalogue that combines parts of the seed's products:
// npm run catalog -- --products 10000
// or with all data of a shop after some days, in proportion to its products (10,000 by default):
// npm run catalog -- --age 365 [--products 100] [--seed 7]

const MAX_PRODUCTS = 100_000
const MAX_DAYS = 3_650
const AGED_PRODUCTS = '10000'

/** A statement of the aged shop may have megabytes of rows. */
const STATEMENT_TIMEOUT_MS = '600000'

function readOptions() {
  const { values } = parseArgs({
    options: {
      products: { type: 'string' },
      age: { type: 'string' },
      seed: { type: 'string', default: '7' },
    },
    strict: false,
  })
  const days = values.age === undefined ? undefined : parseInteger('age', values.age, MAX_DAYS)
  const products = values.products ?? (days === undefined ? undefined : AGED_PRODUCTS)
  return {
    days,
    products: parseInteger('products', products, MAX_PRODUCTS),
    seed: parseInteger('seed', values.seed, 2 ** 31),
  }
}

function parseInteger(name: string, text: string | boolean | undefined, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new StartupError(`--${name} must be a whole number from 1 to ${most}.`)
}

/** @returns the number of products. */
async function addLargeCatalog(deps: Deps, products: number, seed: number): Promise<number> {
  const parts = interleaveCategories(readEntries(DEFAULT_SEED_DIR))
  const pictures = await importPictures(deps, DEFAULT_SEED_DIR, parts, () => {})
  const entries = generateCatalog(parts, products, seed)
  // Each product has the reviews of the product that it varies.
  const seedReviews = readReviews(DEFAULT_SEED_DIR)
  const reviews: typeof seedReviews = {}
  for (const [index, { slug }] of entries.entries())
    reviews[slug] = seedReviews[parts[index % parts.length]?.slug ?? ''] ?? []
  await deps.db.transaction().execute((db) => insertCatalog(db, entries, pictures, reviews))
  return entries.length
}

function toDatabaseUrl(url: string): string {
  if (url.startsWith('sqlite:')) return url
  const patient = new URL(url)
  patient.searchParams.set('statement_timeout', STATEMENT_TIMEOUT_MS)
  // After a crash, a new database is simply filled again.
  patient.searchParams.set('options', '-csynchronous_commit=off')
  return patient.href
}

async function main(): Promise<void> {
  const { days, products, seed } = readOptions()
  const env = readSettings()
  const getDuration = stopwatch()
  const { db, engine } = await openDatabase(toDatabaseUrl(env.DATABASE_URL))
  const media = openMediaStore(env)
  const own = { db, engine, env, media }
  const deps: Deps = { ...own, now: Date.now, log: () => {}, events: new EventEmitter() }
  try {
    await migrate(db)
    if (await hasProducts(db))
      throw new StartupError(
        'This database has products already: name another with DATABASE_URL or DATA_DIR.',
      )
    if (days === undefined) await addLargeCatalog(deps, products, seed)
    else {
      await seedDemoAccounts(deps)
      await ageShop(deps, { products, days, seed })
    }
    printLine(`${products} products written in ${getDuration()}.`)
  } finally {
    await db.destroy()
  }
}

await main().catch(exitWithError)
