import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openFile } from '#src/server/core/db/sqlite.ts'
import { toDialect } from '#src/server/core/db/sqlite-dialect.ts'

/** A database in memory with a table of numbers, and what its connection runs beside queries. */
async function openNumbers() {
  const connection = openFile(':memory:')
  const ran: string[] = []
  const recorded: typeof connection = {
    ...connection,
    run(statement) {
      ran.push(statement)
      connection.run(statement)
    },
  }
  const db = new Kysely<{ number: { value: number } }>({ dialect: toDialect(recorded, recorded) })
  await sql`create table number (value integer)`.execute(db)
  const insert = (value: number, fails = false) =>
    db.transaction().execute(async (trx) => {
      await trx.insertInto('number').values({ value }).execute()
      if (fails) throw new Error('It fails.')
    })
  const list = async () =>
    (await db.selectFrom('number').selectAll().execute()).map((row) => row.value)
  return { db, ran, insert, list }
}

test('a transaction that opens a group runs without a savepoint, which copies what it changes', async () => {
  const { db, ran, insert, list } = await openNumbers()
  await insert(1)
  expect(ran).toEqual(['begin immediate', 'commit'])
  await Promise.all([insert(2), insert(3)])
  expect(ran.filter((statement) => statement === 'savepoint member')).toHaveLength(1)
  expect(await list()).toEqual([1, 2, 3])
  await db.destroy()
})

test('a transaction that fails undoes what it has written, and nothing of the others of its group', async () => {
  const { db, insert, list } = await openNumbers()
  const results = await Promise.allSettled(
    [true, false, true, false].map((fails, index) => insert(index, fails)),
  )
  expect(results.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await list()).toEqual([1, 3])
  await expect(insert(4, true)).rejects.toThrow('It fails.')
  await insert(5)
  expect(await list()).toEqual([1, 3, 5])
  await db.destroy()
})
