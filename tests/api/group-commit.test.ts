import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openFile, type SqliteConnection } from '#src/server/db/sqlite.ts'
import { toDialect } from '#src/server/db/sqlite-dialect.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

interface Tables {
  item: { name: string }
}

/**
 * A database file whose writes are committed in groups.
 * @param beforeCommit is called before each commit; an error that it throws is the commit's.
 */
async function openGroupedFile(beforeCommit: (reader: SqliteConnection) => void = () => {}) {
  const folder = createTempDir()
  const path = join(folder.path, 'items.db')
  const writer = openFile(path)
  const reader = openFile(path)
  writer.run('create table item (name text primary key)')
  let commits = 0
  const observed: SqliteConnection = {
    ...writer,
    run(statement) {
      if (statement === 'commit') {
        commits += 1
        beforeCommit(reader)
      }
      writer.run(statement)
    },
  }
  const db = new Kysely<Tables>({
    dialect: toDialect(observed, reader),
  })
  const insert = (name: string, within: Pick<Kysely<Tables>, 'insertInto'> = db) =>
    within.insertInto('item').values({ name }).execute()
  return {
    db,
    insert,
    countCommits: () => commits,
    list: async () => (await db.selectFrom('item').select('name').execute()).map((row) => row.name),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      folder[Symbol.dispose]()
    },
  }
}

const inParallel = <Result>(times: number, run: (index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: times }, (_, index) => run(index)))

const statusesOf = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status)

describe('group commit', () => {
  test('writes and transactions of one turn share a commit', async () => {
    await using file = await openGroupedFile()
    await inParallel(20, (index) =>
      index % 2 === 0
        ? file.insert(`single-${index}`)
        : file.db.transaction().execute((trx) => file.insert(`transaction-${index}`, trx)),
    )
    expect(file.countCommits()).toBeLessThanOrEqual(2)
    expect(await file.list()).toHaveLength(20)
  })

  test('a transaction that fails leaves no row, and those beside it all of theirs', async () => {
    await using file = await openGroupedFile()
    const results = await inParallel(9, (index) =>
      file.db.transaction().execute(async (trx) => {
        await file.insert(`first-${index}`, trx)
        // The third and the sixth fail after a row of theirs was inserted.
        await file.insert(index % 3 === 2 ? 'first-0' : `second-${index}`, trx)
      }),
    )
    const failed = [2, 5, 8]
    expect(statusesOf(results)).toEqual(
      results.map((_, index) => (failed.includes(index) ? 'rejected' : 'fulfilled')),
    )
    const names = [0, 1, 3, 4, 6, 7].flatMap((index) => [`first-${index}`, `second-${index}`])
    expect((await file.list()).toSorted()).toEqual(names.toSorted())
  })

  test('no read sees a row before its commit', async () => {
    const seen: unknown[] = []
    const count = { sql: 'select count(*) as items from item', parameters: [] }
    await using file = await openGroupedFile((reader) => seen.push(...reader.execute(count).rows))
    await inParallel(5, (index) => file.insert(`${index}`))
    expect(seen[0]).toEqual({ items: 0 })
    expect(await file.list()).toHaveLength(5)
  })

  test('a commit that fails rejects every write of its group, and the next group commits', async () => {
    let failures = 1
    await using file = await openGroupedFile(() => {
      if (failures-- > 0) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    })
    const results = await inParallel(6, (index) =>
      index % 2 === 0
        ? file.insert(`${index}`)
        : file.db.transaction().execute((trx) => file.insert(`${index}`, trx)),
    )
    expect(new Set(statusesOf(results))).toEqual(new Set(['rejected']))
    expect(await file.list()).toEqual([])
    await file.insert('later')
    expect(await file.list()).toEqual(['later'])
  })

  test('an error that ends the SQLite transaction rejects all of the group, also who continues', async () => {
    await using file = await openGroupedFile()
    const first = file.insert('first')
    const second = file.db.transaction().execute(async (trx) => {
      await file.insert('second', trx)
      // Rolls back the SQLite transaction itself, as a full disk does.
      const failing = sql`insert or rollback into item (name) values ('second')`
      await failing.execute(trx).catch(() => {})
      await file.insert('after the rollback', trx)
    })
    expect(statusesOf(await Promise.allSettled([first, second]))).toEqual(['rejected', 'rejected'])
    expect(await file.list()).toEqual([])
    await file.insert('later')
    expect(await file.list()).toEqual(['later'])
  })

  test('a transaction that waits for something else delays the commit of its group only until its end', async () => {
    await using file = await openGroupedFile()
    const gate = Promise.withResolvers<void>()
    const slow = file.db.transaction().execute(async (trx) => {
      await file.insert('slow', trx)
      await gate.promise
    })
    const beside = inParallel(3, (index) => file.insert(`beside-${index}`))
    expect(await file.list()).toEqual([])
    gate.resolve()
    await Promise.all([slow, beside])
    expect(await file.list()).toHaveLength(4)
  })
})
