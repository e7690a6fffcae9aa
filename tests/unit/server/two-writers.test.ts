import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSqliteDialect } from '#src/server/core/db/sqlite-dialect.ts'
import type { ProcessPart } from '#src/server/core/process-part.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const MEGABYTE = 1024 ** 2
const TRANSACTION_MS = 10

interface Tables {
  note: { text: string }
}

async function openBoth() {
  const folder = createTempDir()
  const path = join(folder.path, 'shop.db')
  const open = (part: ProcessPart) =>
    new Kysely<Tables>({ dialect: createSqliteDialect(path, part) })
  const [shop, desk] = [open('shop'), open('desk')]
  await sql`create table note (text text)`.execute(shop)
  return {
    shop,
    desk,
    getFileBytes: () => statSync(path).size,
    async [Symbol.asyncDispose]() {
      await Promise.all([shop.destroy(), desk.destroy()])
      folder[Symbol.dispose]()
    },
  }
}

const write = (db: Kysely<Tables>, text = 'x') => db.insertInto('note').values({ text }).execute()

test('writes of the shop go first while the desk writes without a pause', async () => {
  await using both = await openBoth()
  const { shop, desk } = both
  let isDone = false
  const work = (async () => {
    for (let count = 0; count < 200; count++)
      await desk.transaction().execute(async (db) => {
        await write(db)
        await sleep(TRANSACTION_MS)
      })
    isDone = true
  })()
  const waits: number[] = []
  while (!isDone) {
    const start = performance.now()
    await write(shop)
    waits.push(performance.now() - start)
    await sleep(1)
  }
  await work
  // Without a pause, the first write waits for all of the work.
  expect(waits.length).toBeGreaterThan(20)
})

test('a process waits for another one as long as for its own writer', async () => {
  await using both = await openBoth()
  const { shop, desk } = both
  const written = desk.transaction().execute(async (db) => {
    await write(db)
    await sleep(2_500)
  })
  await sleep(50)
  await write(shop)
  await written
})

test('the desk writes back what the shop has written, and the shop waits for a long log', async () => {
  await using both = await openBoth()
  const { shop, getFileBytes } = both
  const before = getFileBytes()
  await write(shop, 'x'.repeat(6 * MEGABYTE))
  expect(getFileBytes()).toBeLessThan(before + MEGABYTE)
  await expect.poll(getFileBytes, { timeout: 30_000 }).toBeGreaterThan(before + 6 * MEGABYTE)
})
