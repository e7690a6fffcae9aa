import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import { copySqlite } from '#src/server/core/backup/backup.ts'
import { findSqliteFile } from '#src/server/core/backup/upgrade.ts'
import { readSchemaState, runPending } from '#src/server/core/db/migrate.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { Database, Db } from '#src/server/core/db/schema.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { listSlugs } from '#src/server/core/slugs/queries.ts'
import { listBrokenLinks } from '#src/server/studio/save/broken-links.ts'
import { stopwatch } from './console-output.ts'
import * as queries from './upgrade-queries.ts'

// npm run doctor -- --upgrade

interface Line {
  level: 'ok' | 'warning'
  message: string
}

/**
 * Upgrades a copy of the database, and reports what the upgrade creates and what it cannot resolve. For SQLite the
 * copy is another file, which is deleted. On PostgreSQL it is a transaction that is rolled back.
 */
export async function tryUpgrade({
  DATABASE_URL,
}: Pick<ServerEnv, 'DATABASE_URL'>): Promise<Line[]> {
  const file = findSqliteFile(DATABASE_URL)
  if (file !== undefined && !existsSync(file))
    return [ok(`The database ${file} does not exist; the start makes it.`)]
  const pending = await listPending(DATABASE_URL)
  if (pending.length === 0) return [ok('The database is up to date: there is nothing to upgrade.')]
  if (file === undefined) return tryInTransaction(DATABASE_URL)
  const copy = `${file}.trial`
  const deleteCopy = async () => {
    for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true })
  }
  // A killed trial left its copy.
  await deleteCopy()
  try {
    await copySqlite(file, copy)
    return await tryInTransaction(`sqlite:${copy}`)
  } finally {
    await deleteCopy()
  }
}

const ok = (message: string): Line => ({ level: 'ok', message })
const warning = (message: string): Line => ({ level: 'warning', message })

async function listPending(url: string): Promise<string[]> {
  const { db } = await openDatabase(url)
  try {
    const { newest, pending } = await readSchemaState(db)
    return newest === undefined ? [] : pending
  } finally {
    await db.destroy()
  }
}

async function tryInTransaction(url: string): Promise<Line[]> {
  const { db } = await openDatabase(url)
  const transaction = await db.startTransaction().execute()
  try {
    return await describeUpgrade(transaction)
  } finally {
    await transaction.rollback().execute()
    await db.destroy()
  }
}

async function describeUpgrade(db: Transaction<Database>): Promise<Line[]> {
  const since = stopwatch()
  const names = await runPending(db)
  const time = since()
  const { offered, removed } = await queries.countVariants(db)
  const unresolved = await listUnresolved(db)
  return [
    ok(`${names.length} migrations ran in ${time} on a copy: ${names.join(', ')}.`),
    ok(`There are ${offered} variants on sale, and ${removed} of choices that were removed.`),
    ...(unresolved.length > 0 ? unresolved : [ok('Every line, link and hold is resolved.')]),
    ok('The database itself has not changed.'),
  ]
}

/** Uses of removed choices, and the effect on their rows. */
const REMOVED_CHOICES = [
  [queries.listRemovedInCarts, 'lines of carts', 'The cart asks its owner to choose again.'],
  [queries.listRemovedInWishlists, 'saved lines', 'The wishlist asks its owner to choose again.'],
  [queries.listRemovedHolds, 'holds of orders', 'These orders can be dispatched.'],
  [
    queries.listRemovedStock,
    'pieces in stock',
    'They are not sold until the choice is added again.',
  ],
  [queries.listRemovedAlerts, 'alerts', 'They wait until the choice is added again.'],
] as const

async function listUnresolved(db: Db): Promise<Line[]> {
  const lines: Line[] = []
  for (const [list, what, effect] of REMOVED_CHOICES) {
    const rows = await list(db)
    if (rows.length === 0) continue
    const named = rows.map(({ title, choice, count }) => `${title}${toText(choice)} (${count})`)
    const more = rows.reduce((sum, { count }) => sum + Number(count), 0) < Number(rows[0]?.total)
    lines.push(
      warning(
        `${rows[0]?.total} ${what} have a removed choice: ${named.join('; ')}${more ? '; …' : ''}. ${effect}`,
      ),
    )
  }
  const lost = await queries.countLinesWithoutVariant(db)
  if (lost > 0) lines.push(warning(`${lost} lines of orders have no variant.`))
  for (const { title, label, href } of await listBrokenLinks(db))
    lines.push(warning(`“${label || href}” of “${title}” leads to ${href}, which is no page.`))
  return [...lines, ...(await listTakenAddresses(db))]
}

/** Formats a choice, e.g. `, Size 38`. */
function toText(choice: string): string {
  if (choice === '') return ' without a choice'
  const values = Object.entries(JSON.parse(choice) as Record<string, string>)
  return values.map(([name, value]) => `, ${name} ${value}`).join('')
}

/** Finds drafts of products whose address belongs to another product, so that the draft does not reserve it. */
async function listTakenAddresses(db: Db): Promise<Line[]> {
  const drafts = (await queries.listWaitingDrafts(db)).flatMap(({ name, record_id, patch }) => {
    const { slug } = JSON.parse(patch) as { slug?: { set?: unknown } }
    return typeof slug?.set === 'string' ? [{ name, record_id, slug: slug.set }] : []
  })
  const rows = await listSlugs(
    db,
    'product',
    drafts.map(({ slug }) => slug),
  )
  const owners = new Map(rows.map(({ slug, record_id }) => [slug, record_id]))
  return drafts
    .filter(({ slug, record_id }) => owners.get(slug) !== record_id)
    .map(({ name, slug }) =>
      warning(
        `A draft of the launch “${name}” has the address ${slug}, which another product has.`,
      ),
    )
}
