import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#src/server/db/migrate.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
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

/** PostgreSQL takes longer for each: every seventh statement there. */
const STEP = onPostgres ? 7 : 1

test.each([
  ['a new database', async () => {}],
  ['version 0.1.0', createFormerDatabase],
] as const)(
  'an upgrade of %s that ends at any statement is completed by the next start',
  async (_, create) => {
    using folder = createTempDir()
    const open = async (name: string) => {
      const url = onPostgres ? await createDatabase() : `sqlite:${folder.path}/${name}.db`
      const database = await openDatabase(url)
      await create(database)
      return { url, database }
    }
    const { database: whole } = await open('whole')
    const { plugin, getCount } = createCounter()
    await migrate(whole.db.withPlugin(plugin))
    const schema = await readSchema(whole)
    await whole.db.destroy()

    for (let last = 0; last < getCount(); last += STEP) {
      const { url, database: interrupted } = await open(String(last))
      const end = migrate(interrupted.db.withPlugin(createCounter(last).plugin))
      await expect(end).rejects.toThrow(/interrupted/)
      await interrupted.db.destroy()
      const next = await openDatabase(url)
      await migrate(next.db)
      expect(await readSchema(next), `after ${last} statements`).toEqual(schema)
      await next.db.destroy()
    }
  },
  600_000,
)
