import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#src/server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/server/db/open-database.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/** Counts statements, and fails from the one with the number `last` on. */
function createCounter(last = Number.POSITIVE_INFINITY) {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (++count > last) throw new Error('interrupted')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { plugin, getCount: () => count }
}

/** Tables, columns and indexes, with the statements that made them where the database keeps these. */
async function readSchema({ db, engine }: OpenDatabase): Promise<unknown[]> {
  const { rows } =
    engine === 'sqlite'
      ? await sql`select name, sql from sqlite_master order by name`.execute(db)
      : await sql`
          select table_name as name, column_name as sql from information_schema.columns
          where table_schema = current_schema()
          union all select indexname, indexdef from pg_indexes where schemaname = current_schema()
          order by 1, 2`.execute(db)
  return rows
}

/** PostgreSQL takes longer for each: every seventh statement there. */
const STEP = onPostgres ? 7 : 1

test('an upgrade that ends at any statement is completed by the next start', async () => {
  using folder = createTempDir()
  const createUrl = async (name: string) =>
    onPostgres ? createDatabase() : `sqlite:${folder.path}/${name}.db`
  const whole = await openDatabase(await createUrl('whole'))
  const { plugin, getCount } = createCounter()
  await migrate(whole.db.withPlugin(plugin))
  const schema = await readSchema(whole)
  await whole.db.destroy()

  for (let last = 0; last < getCount(); last += STEP) {
    const url = await createUrl(String(last))
    const interrupted = await openDatabase(url)
    const end = migrate(interrupted.db.withPlugin(createCounter(last).plugin))
    await expect(end).rejects.toThrow(/interrupted/)
    await interrupted.db.destroy()
    const next = await openDatabase(url)
    await migrate(next.db)
    expect(await readSchema(next), `after ${last} statements`).toEqual(schema)
    await next.db.destroy()
  }
}, 600_000)
