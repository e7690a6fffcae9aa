import { isDeepStrictEqual } from 'node:util'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#src/server/core/db/migrate.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { openTestDatabase } from '#tests/helpers/test-app.ts'

/** Fails from the statement after the one with the number `last` on. */
function createInterruption(last: number): KyselyPlugin {
  let count = 0
  return {
    transformQuery({ node }) {
      if (++count > last) throw new Error('interrupted')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** PostgreSQL takes longer for each: every tenth statement there. */
const STEP = process.env['TEST_DATABASE_URL'] ? 10 : 1

test.each([
  ['a new database', async () => {}],
  ['version 0.1.0', createFormerDatabase],
] as const)(
  'an upgrade of %s that ends at any statement is completed by later starts',
  async (_, create) => {
    await using whole = await openTestDatabase()
    await create(whole)
    await migrate(whole.db)
    await using database = await openTestDatabase()
    await create(database)
    let schema = await readSchema(database)
    let interrupted = true
    for (let last = 0; interrupted; last += STEP) {
      interrupted = await migrate(database.db.withPlugin(createInterruption(last))).then(
        () => false,
        (error: Error) => /interrupted/.test(error.message) || Promise.reject(error),
      )
      const left = await readSchema(database)
      // A step of the upgrade is committed: the next start has another first statement.
      if (interrupted && !isDeepStrictEqual(left, schema)) last = -STEP
      schema = left
    }
    expect(schema).toEqual(await readSchema(whole))
  },
  600_000,
)
