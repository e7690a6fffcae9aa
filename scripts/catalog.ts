import { EventEmitter } from 'node:events'
import { parseArgs } from 'node:util'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { exitWithError } from '#src/run/console-output.ts'
import { readSettings } from '#src/run/settings.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import type { Deps } from '#src/server/deps.ts'
import { openMediaStore } from '#src/server/media/media-store.ts'
import { hasProducts } from '#src/server/seed/queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'
import { readReviews, type SeedReviews } from '#src/server/seed/reviews.ts'
import { importPictures, insertCatalog, interleaveCategories } from '#src/server/seed/seed.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { generateCatalog } from './catalog/generate.ts'

const USAGE =
  'npm run catalog -- --products 10000 [--seed 7] [--database sqlite:big.db] [--replace]'
const MOST = 100_000

interface Wishes {
  products: number
  seed: number
  database: string | undefined
  replace: boolean
}

function readWishes(): Wishes {
  try {
    const { values } = parseArgs({
      options: {
        products: { type: 'string' },
        seed: { type: 'string', default: '7' },
        database: { type: 'string' },
        replace: { type: 'boolean', default: false },
      },
    })
    const { database, replace } = values
    const products = whole('products', values.products, 1, MOST)
    return { products, seed: whole('seed', values.seed, 0, 2 ** 32 - 1), database, replace }
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`${why.replace(/\.?$/, '.')} Use it as: ${USAGE}`, { cause })
  }
}

function whole(name: string, given: string | undefined, from: number, to: number): number {
  const number = given !== undefined && /^\d+$/.test(given) ? Number(given) : Number.NaN
  if (number >= from && number <= to) return number
  const got = given === undefined ? 'nothing' : `"${given}"`
  throw new StartupError(
    `--${name} must be a whole number from ${from} to ${to}, got ${got}. Use it as: ${USAGE}`,
  )
}

/** Each product has the reviews of the one that it varies. */
const repeatReviews = (
  parts: CatalogEntry[],
  entries: CatalogEntry[],
  reviews: SeedReviews,
): SeedReviews =>
  Object.fromEntries(
    entries.map(({ slug }, at) => [slug, reviews[parts[at % parts.length]?.slug ?? ''] ?? []]),
  )

/** Fills a database with a large catalogue that combines the parts of the seed's products. */
async function main(): Promise<void> {
  const wishes = readWishes()
  const settings = readSettings()
  const env = { ...settings, DATABASE_URL: wishes.database ?? settings.DATABASE_URL }
  const start = performance.now()
  const { db, engine } = await openDatabase(env.DATABASE_URL)
  const media = openMediaStore(env)
  const events: Deps['events'] = new EventEmitter()
  const deps: Deps = { db, engine, env, media, now: Date.now, log: () => {}, events }
  try {
    await migrate(db)
    if (!wishes.replace && (await hasProducts(db)))
      throw new StartupError(
        'This database has products already: name another with --database, or add --replace to delete them, with the carts and wishlists they are in.',
      )
    const parts = interleaveCategories(readEntries(DEFAULT_SEED_DIR))
    const pictures = await importPictures(deps, DEFAULT_SEED_DIR, parts, () => {})
    const entries = generateCatalog(parts, wishes.products, wishes.seed)
    const reviews = repeatReviews(parts, entries, readReviews(DEFAULT_SEED_DIR))
    await db.transaction().execute(async (within) => {
      if (wishes.replace) await within.deleteFrom('product').execute()
      await insertCatalog(within, entries, pictures, reviews)
    })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(
      `${entries.length} products written in ${seconds} s (seed ${wishes.seed}).\n`,
    )
  } finally {
    await db.destroy()
  }
}

await main().catch(exitWithError)
