import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import {
  findPublishResult,
  updatePublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import { snapshot } from '#src/server/shop/catalog/service.ts'
import { testWithFiles as test } from '#tests/helpers/api-test.ts'
import { createTestApp } from '#tools/test-app.ts'

const MESSAGE = /within a transaction goes through the transaction/

const read = ({ db }: Pick<Deps, 'db'>) => db.selectFrom('setting').selectAll().execute()
const write = ({ db }: Pick<Deps, 'db'>) => updatePublishResult(db, { pages_done: 1 })

describe('within a transaction, the database itself', () => {
  test.for([
    ['a read', read],
    ['a write', write],
    ['another transaction', ({ db }: Pick<Deps, 'db'>) => db.transaction().execute(async () => {})],
  ] as const)(
    'refuses %s at once, and the transaction can still commit',
    async ([, run], { shop }) => {
      const { deps } = shop
      await deps.db.transaction().execute(async (db) => {
        await expect(run(deps)).rejects.toThrow(MESSAGE)
        await write({ ...deps, db: db as Deps['db'] })
        await nextTurn()
        await expect(run(deps)).rejects.toThrow(MESSAGE)
      })
      await run(deps)
    },
  )

  test('serves others meanwhile, and the caller after a transaction that failed', async ({
    shop,
  }) => {
    const { deps } = shop
    const others: Promise<unknown>[] = []
    const isBegun = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    const transaction = deps.db.transaction().execute(async (db) => {
      await db.selectFrom('setting').selectAll().execute()
      isBegun.resolve()
      await isRead.promise
      throw new Error('fails')
    })
    await isBegun.promise
    others.push(read(deps), write(deps))
    isRead.resolve()
    await expect(transaction).rejects.toThrow('fails')
    await Promise.all(others)
    await write(deps)
  })

  test('is refused in a transaction of a reserved connection, too, and free after it', async ({
    shop,
  }) => {
    const { deps } = shop
    await deps.db.connection().execute(async (connection) => {
      await connection.transaction().execute(() => expect(read(deps)).rejects.toThrow(MESSAGE))
      await read(deps)
    })
  })
})

test('a snapshot of the catalogue sees one state, and no write waits for it', async ({
  folder,
}) => {
  const file = process.env['TEST_DATABASE_URL'] ? undefined : `sqlite:${folder}/shop.db`
  await using shop = await createTestApp({}, file)
  const { deps } = shop
  const readPages = async (db: Db) => (await findPublishResult(db))?.pages_done
  const isBegun = Promise.withResolvers<void>()
  const isWritten = Promise.withResolvers<void>()
  const seen = snapshot(deps, async (db) => {
    const before = await readPages(db)
    isBegun.resolve()
    await isWritten.promise
    return [before, await readPages(db)]
  })
  await isBegun.promise
  await write(deps)
  isWritten.resolve()
  expect(await seen).toEqual([0, 0])
  expect(await readPages(deps.db)).toBe(1)
})
