import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { migrate } from '#src/server/core/db/migrate.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { createInterruption } from '#tests/helpers/interruption.ts'
import { isNightly } from '#tests/helpers/nightly.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { runCommand } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { openTestDatabase } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

/** In `npm test`, every 40th statement. */
const STEP = isNightly ? 1 : 40
/** The same for a process that is killed. */
const KILL_STEP = isNightly ? 25 : 150

const fail = (): never => {
  throw new Error('interrupted')
}

test.each([
  ['a new database', async () => {}],
  ['a former database', createFormerDatabase],
] as const)(
  'an upgrade of %s that fails at any statement changes nothing, and the next one completes it',
  async (_, create) => {
    await using whole = await openTestDatabase()
    await create(whole)
    await migrate(whole.db)
    await using database = await openTestDatabase()
    await create(database)
    const schema = await readSchema(database)
    let statements = 0
    for (let interrupted = true; interrupted; statements += STEP) {
      const plugin = createInterruption(statements, fail)
      interrupted = await migrate(database.db.withPlugin(plugin)).then(
        () => false,
        (error: Error) => /interrupted/.test(error.message) || Promise.reject(error),
      )
      if (interrupted && !isDeepStrictEqual(await readSchema(database), schema))
        throw new Error(`Statement ${statements} left a part of the upgrade.`)
    }
    expect(statements).toBeGreaterThan(100)
    expect(await readSchema(database)).toEqual(await readSchema(whole))
  },
  1_200_000,
)

test('a killed upgrade changes nothing, and the next one completes it', async () => {
  using folder = createTempDir()
  const url = process.env['TEST_DATABASE_URL']
    ? await createDatabase()
    : `sqlite:${folder.path}/shop.db`
  await using database = await openTestDatabase(url)
  await createFormerDatabase(database)
  const schema = await readSchema(database)
  let kills = 0
  for (let last = 0; ; last += KILL_STEP, kills++) {
    const args = [String(last)]
    const command = runCommand('tests/helpers/killed-upgrade.ts', { DATABASE_URL: url }, args)
    const { code, signal, stderr } = await command.exited
    if (code === 0) break
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' })
    expect(await readSchema(database)).toEqual(schema)
  }
  expect(kills).toBeGreaterThan(1)
  await using fresh = await openTestDatabase()
  await migrate(fresh.db)
  expect(await readSchema(database)).toEqual(await readSchema(fresh))
}, 1_200_000)
