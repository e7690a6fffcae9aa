import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openFile, type SqliteConnection } from '#src/server/core/db/sqlite.ts'
import { toDialect } from '#src/server/core/db/sqlite-dialect.ts'
import { isTransient } from '#src/server/core/errors.ts'
import { createTempDir } from '#tools/temp-dir.ts'

interface Tables {
  item: { name: string }
}

/**
 * A database file whose writes are committed in groups.
 * @param beforeCommit is called before each commit; an error that it throws is the commit's.
 */
async function openGroupedFile(
  beforeCommit: (reader: SqliteConnection) => void = () => {},
  waitTimeoutMs?: number,
  checkpointEveryMs?: number,
) {
  const folder = createTempDir()
  const path = join(folder.path, 'items.db')
  const writer = openFile(path)
  const reader = openFile(path)
  writer.run('create table item (name text primary key)')
  const observed: SqliteConnection = {
    ...writer,
    run(statement) {
      if (statement === 'commit') beforeCommit(reader)
      writer.run(statement)
    },
  }
  const dialect = toDialect(observed, reader, {
    openSnapshot: () => openFile(path),
    checkpointEveryMs,
    ...(waitTimeoutMs && { waitTimeoutMs }),
  })
  const db = new Kysely<Tables>({ dialect })
  const insert = (name: string, within: Pick<Kysely<Tables>, 'insertInto'> = db) =>
    within.insertInto('item').values({ name }).execute()
  return {
    db,
    insert,
    path,
    list: async (within: Pick<Kysely<Tables>, 'selectFrom'> = db) =>
      (await within.selectFrom('item').select('name').execute()).map((row) => row.name),
    /** A read-only transaction that is open until \`end\`, with what it sees. */
    async openSnapshot() {
      const begun = Promise.withResolvers<Pick<Kysely<Tables>, 'selectFrom' | 'insertInto'>>()
      const ended = Promise.withResolvers<void>()
      const snapshot = db
        .transaction()
        .setAccessMode('read only')
        .execute(async (trx) => {
          await trx.selectFrom('item').select('name').execute()
          begun.resolve(trx)
          await ended.promise
        })
      const within = await begun.promise
      const end = () => {
        ended.resolve()
        return snapshot
      }
      return { within, end }
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      folder[Symbol.dispose]()
    },
  }
}

type GroupedFile = Awaited<ReturnType<typeof openGroupedFile>>

/** Inserts rows at once, every second one in a transaction of its own. */
const insertAtOnce = ({ db, insert }: GroupedFile, count: number) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      index % 2 === 0
        ? insert(`${index}`)
        : db.transaction().execute((trx) => insert(`${index}`, trx)),
    ),
  )

const statusesOf = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status)

describe('group commit', () => {
  test('writes and transactions of one turn share a commit, before which no read sees a row', async () => {
    const seen: unknown[] = []
    const count = { sql: 'select count(*) as items from item', parameters: [] }
    await using file = await openGroupedFile((reader) => seen.push(...reader.execute(count).rows))
    await insertAtOnce(file, 20)
    expect(seen.length).toBeLessThanOrEqual(2)
    expect(seen[0]).toEqual({ items: 0 })
    expect(await file.list()).toHaveLength(20)
  })

  test('a transaction that fails leaves no row, and those beside it all of theirs', async () => {
    await using file = await openGroupedFile()
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        file.db.transaction().execute(async (trx) => {
          await file.insert(`first-${index}`, trx)
          // The third and the sixth fail after a row of theirs was inserted.
          await file.insert(index % 3 === 2 ? 'first-0' : `second-${index}`, trx)
        }),
      ),
    )
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(failed).toEqual([2, 5])
    const names = [0, 1, 3, 4].flatMap((index) => [`first-${index}`, `second-${index}`])
    expect((await file.list()).toSorted()).toEqual(names.toSorted())
  })

  test('a commit that fails rejects every write of its group, and the next group commits', async () => {
    let failures = 1
    await using file = await openGroupedFile(() => {
      if (failures-- > 0) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    })
    expect(statusesOf(await insertAtOnce(file, 6))).toEqual(Array(6).fill('rejected'))
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
    const beside = insertAtOnce(file, 3)
    expect(await file.list()).toEqual([])
    gate.resolve()
    await Promise.all([slow, beside])
    expect(await file.list()).toHaveLength(4)
  })

  test('a write that waits too long for a transaction fails as busy, and the next one is written', async () => {
    await using file = await openGroupedFile(() => {}, 20)
    const gate = Promise.withResolvers<void>()
    const slow = file.db.transaction().execute(() => gate.promise)
    const errors = await Promise.all(
      ['a', 'b'].map((name) => file.insert(name).catch((error: unknown) => error)),
    )
    expect(errors).toMatchObject(
      Array(2).fill({ message: 'Waited 20 ms for the writer of the database.' }),
    )
    expect(errors.every(isTransient)).toBe(true)
    gate.resolve()
    await slow
    await file.insert('c')
    expect(await file.list()).toEqual(['c'])
  })

  test('the log is written back to the file after a while, also what another process wrote', async () => {
    await using file = await openGroupedFile(undefined, undefined, 20)
    const before = statSync(file.path).size
    const other = openFile(file.path)
    other.run('pragma wal_autocheckpoint = 0')
    other.execute({ sql: 'insert into item values (?)', parameters: ['a'.repeat(5_000_000)] })
    other.close()
    await expect.poll(() => statSync(file.path).size).toBeGreaterThan(before + 4_000_000)
  })
})

describe('a snapshot', () => {
  test('sees one state, while no write waits for it, and writes nothing', async () => {
    await using file = await openGroupedFile()
    await file.insert('before')
    const snapshot = await file.openSnapshot()
    await file.insert('after')
    await file.db.transaction().execute((trx) => file.insert('after that', trx))
    expect(await file.list()).toHaveLength(3)
    expect(await file.list(snapshot.within)).toEqual(['before'])
    await expect(file.insert('of the snapshot', snapshot.within)).rejects.toThrow('readonly')
    await snapshot.end()
    expect(await file.list()).toHaveLength(3)
  })

  test('waits while there are as many as connections, and begins when one ends', async () => {
    await using file = await openGroupedFile()
    const open = await Promise.all(Array.from({ length: 4 }, file.openSnapshot))
    let isBegun = false
    const fifth = file.openSnapshot().then((snapshot) => {
      isBegun = true
      return snapshot.end()
    })
    await file.insert('beside them')
    expect(isBegun).toBe(false)
    await open[0]?.end()
    await fifth
    await Promise.all(open.map(({ end }) => end()))
  })
})

describe('a loop of reads', () => {
  test.for(['alone', 'within a snapshot'])('%s lets other calls run', async (kind) => {
    await using file = await openGroupedFile()
    const snapshot = kind === 'alone' ? undefined : await file.openSnapshot()
    let turns = 0
    const other = setInterval(() => turns++, 1)
    for (const begunAt = performance.now(); performance.now() - begunAt < 500; )
      await file.list(snapshot?.within)
    clearInterval(other)
    // One for every 20 ms; a slow machine has fewer.
    expect(turns).toBeGreaterThanOrEqual(3)
    await snapshot?.end()
  })
})
