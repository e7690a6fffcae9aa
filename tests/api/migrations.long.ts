import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#src/server/core/db/migrate.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { openTestDatabase } from '#tests/helpers/test-app.ts'

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

/** PostgreSQL takes longer for each: every twentieth statement there. */
const STEP = process.env['TEST_DATABASE_URL'] ? 20 : 1

test.each([
  ['a new database', async () => {}],
  ['version 0.1.0', createFormerDatabase],
] as const)(
  'an upgrade of %s that ends at any statement is completed by the next start',
  async (_, create) => {
    await using whole = await openTestDatabase()
    await create(whole)
    const { plugin, getCount } = createCounter()
    await migrate(whole.db.withPlugin(plugin))
    const schema = await readSchema(whole)
    for (let last = 0; last < getCount(); last += STEP) {
      await using database = await openTestDatabase()
      await create(database)
      const end = migrate(database.db.withPlugin(createCounter(last).plugin))
      await expect(end).rejects.toThrow(/interrupted/)
      await migrate(database.db)
      expect(await readSchema(database), `after ${last} statements`).toEqual(schema)
    }
  },
  600_000,
)
