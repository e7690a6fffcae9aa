import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CompiledQuery, sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { createApp } from '#src/server/app.ts'
import { isPostgres } from '#src/server/core/db/queries.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { updatePublishResult } from '#src/server/core/publish-requests/queries.ts'
import {
  type CatalogReader,
  type CatalogSnapshot,
  createCatalogReader,
} from '#src/server/shop/catalog/service.ts'
import { createPreviews } from '#src/server/studio/launches/preview.ts'
import { loadProducts } from '#src/server/studio/save/change.ts'
import { runPlannedChange } from '#src/server/studio/save/planned-change.ts'
import { prepareSaves } from '#src/server/studio/save/prepare-saves.ts'
import { writeSaves } from '#src/server/studio/save/write-saves.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { killBeforeCommit } from '#tests/helpers/kill-before-commit.ts'
import { recordStatements } from '#tests/helpers/query-plans.ts'
import { createClient } from '#tools/api-client.ts'
import {
  addProducts,
  createCatalogEntry,
  createCsvOfNew,
  createCsvOfPrices,
} from '#tools/products.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

// Changes of many products at once, by counted work: how long they take is measured by npm run torture -- year.

/** A file of new products; more than one statement has. */
const COUNT = 350
/** PRODUCTS_PER_STATEMENT of the server. */
const MAX_ROWS = 100
const CSV = { 'Content-Type': 'text/csv' }

/** The statements of a job that write products, versions or drafts: their rows, and in which turn each ran. */
async function recordWrites(shop: TestApp, job: () => Promise<unknown>) {
  const writes: { table: string; rows: number; turn: number }[] = []
  let turn = 0
  let isRunning = true
  const count = () => {
    turn++
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  const listener = ({ sql }: CompiledQuery) => {
    const [, table = ''] = /^insert into "(product|product_version|overlay)" /.exec(sql) ?? []
    const values = /values (.*?)(?: on conflict| returning|$)/s.exec(sql)?.[1] ?? ''
    if (table) writes.push({ table, rows: values.split('), (').length, turn })
  }
  shop.statementListeners.add(listener)
  try {
    await job()
  } finally {
    shop.statementListeners.delete(listener)
    isRunning = false
  }
  return writes
}

describe('a statement has at most 100 products, and a transaction waits for no turn of others:', () => {
  const expectParts = (writes: Awaited<ReturnType<typeof recordWrites>>, tables: string[]) => {
    expect(new Set(writes.map(({ table }) => table))).toEqual(new Set(tables))
    for (const table of tables) {
      const parts = writes.filter((write) => write.table === table)
      expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(COUNT)
      for (const { rows } of parts) expect(rows).toBeLessThanOrEqual(MAX_ROWS)
    }
    // The server of PostgreSQL answers each statement in another turn, and lets other writers go on.
    const turns = new Set(writes.map(({ turn }) => turn))
    if (!process.env['TEST_DATABASE_URL']) expect(turns.size).toBe(1)
  }
  const saved = ['product', 'product_version']

  test('imports, undoing, launches and what ends them', async ({ launch }) => {
    const { shop, importCsv, id, publish, end, editor, bulk } = launch
    expectParts(await recordWrites(shop, () => importCsv(createCsvOfNew(COUNT))), saved)
    let batch = ''
    const update = async () => {
      batch = (await importCsv(createCsvOfPrices(90, COUNT))).body.batch
    }
    expectParts(await recordWrites(shop, update), saved)
    const undoBatch = () => editor.post(`/editor/batches/${batch}/undo`)
    expectParts(await recordWrites(shop, undoBatch), saved)
    const draft = () => importCsv(createCsvOfPrices(80, COUNT), `?dryRun=false&launch=${id}`)
    expectParts(await recordWrites(shop, draft), ['overlay'])
    // A start and an end add no version.
    expectParts(await recordWrites(shop, publish), ['product'])
    expectParts(await recordWrites(shop, end), ['product'])
    const ids = (await editor.get('/editor/catalog')).body.products
      .map((product: { id: string }) => product.id)
      .slice(3)
    const change = { kind: 'price', percent: 10 }
    const change2 = () => editor.post('/editor/products/bulk', { ids, change })
    expectParts(await recordWrites(shop, change2), saved)
    expectParts(await recordWrites(shop, () => bulk(ids, change)), ['overlay'])
  })
})

test('a change of prices writes neither names nor codes, nor their indexes', async ({ launch }) => {
  const { shop, importCsv } = launch
  await importCsv(createCsvOfNew(COUNT))
  const statements = await recordStatements(shop, () => importCsv(createCsvOfPrices(90, COUNT)))
  const writes = statements.map(({ sql }) => sql).filter((sql) => /^(?:insert|delete)/.test(sql))
  const saves = writes.filter((sql) => sql.startsWith('insert into "product" '))
  expect(saves).not.toEqual([])
  for (const save of saves) expect(save).not.toContain('"slug" = "excluded"')
  expect(writes.filter((sql) => sql.includes('product_code'))).toEqual([])
})

/** The shop and an editor, on a database file that several connections read. */
const files = test.extend('files', async ({ shop: _ }, { onCleanup }) => {
  const folder = createTempDir()
  // Another connection to SQLite in memory would be another database.
  const url = process.env['TEST_DATABASE_URL']
    ? await createDatabase()
    : `sqlite:${join(folder.path, 'shop.db')}`
  const shop = await createTestApp({}, url)
  onCleanup(async () => {
    await shop[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })
  return { shop, editor: await shop.createSignedInUser('editor') }
})

describe('an import', () => {
  files('lets others write until its rows are made', async ({ files: { shop, editor } }) => {
    const order: string[] = []
    const { db } = shop.deps
    let isImporting = true
    shop.statementListeners.add(({ sql }) => {
      if (/^insert into "product" /.test(sql)) order.push('row')
      if (/^update "publish_result"/.test(sql)) order.push('other')
    })
    const others = (async () => {
      while (isImporting) {
        await updatePublishResult(db, { pages_done: 1 })
        await new Promise(setImmediate)
      }
    })()
    expect(
      (await editor.post('/editor/import?dryRun=false', createCsvOfNew(COUNT), CSV)).status,
    ).toBe(200)
    isImporting = false
    await others
    // Reading the file and making the rows have many turns.
    expect(order.indexOf('row')).toBeGreaterThan(20)
  })

  test('leaves all or nothing where its process dies before the commit', async ({ studio }) => {
    const { shop, editor } = studio
    const dying = createApp(killBeforeCommit(shop.deps), 'all')
    const request = async (path: string, init?: RequestInit) =>
      dying.request(`http://shop.test/api${path}`, init)
    const client = createClient({ request }, {}, editor)
    const kept = () => Promise.all(TABLES.map((table) => count(shop.deps, table)))
    const before = await kept()
    const { status } = await client.post('/editor/import?dryRun=false', createCsvOfNew(COUNT), CSV)
    expect(status).toBe(503)
    expect(await kept()).toEqual(before)
    await studio.importCsv(createCsvOfNew(COUNT))
    expect(await kept()).toEqual([COUNT, COUNT, 1, COUNT])
  })
})

const TABLES = ['product', 'product_version', 'batch', 'publish_request'] as const

const count = async ({ db }: Deps, table: (typeof TABLES)[number]): Promise<number> => {
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

/** Whether a transaction can only read. */
async function isReadOnly(db: Db): Promise<boolean> {
  const mode = isPostgres(db)
    ? sql<object>`show transaction_read_only`
    : sql<object>`pragma query_only`
  const [row = {}] = (await mode.execute(db)).rows
  return ['on', 1].includes(Object.values(row)[0])
}

/** Changes the price of a product, and runs `meanwhile` before the first plan is written. */
async function changePrice(
  { deps }: TestApp,
  [id, ...others]: string[],
  meanwhile: () => Promise<unknown>,
) {
  const { promise: read, resolve: announce } = Promise.withResolvers<void>()
  const { promise: saved, resolve: goOn } = Promise.withResolvers<void>()
  const plans: { price: number; isReadOnly: boolean }[] = []
  const change = runPlannedChange(
    deps,
    { editorId: null, batch: 'Changed a price' },
    async (db, now, known) => {
      const [before] = await loadProducts(db, [id ?? '', ...others], known)
      if (!before) throw new Error('There is no such product.')
      plans.push({ price: before.entry.price, isReadOnly: await isReadOnly(db) })
      const entry = { ...before.entry, price: before.entry.price + 1 }
      const prepared = await prepareSaves(db, now, [
        { before, entry, action: 'update', archivedAt: null },
      ])
      announce()
      await saved
      return prepared
    },
    writeSaves,
  )
  await read
  await meanwhile()
  goOn()
  await change
  return plans
}

describe('a planned change', () => {
  const planned = files.extend('planned', async ({ files: { shop, editor } }) => {
    const [ring = '', bag = ''] = await addProducts(
      shop,
      { slug: 'ring', price: 100 },
      { slug: 'bag', price: 100 },
    )
    const save = async (id: string, price: number) =>
      expect((await editor.patch(`/editor/products/${id}`, { price, revision: 1 })).status).toBe(
        200,
      )
    return { shop, editor, ring, bag, save }
  })

  planned(
    'is made again outside of its transaction if its product was saved',
    async ({ planned: { shop, editor, ring, save } }) => {
      expect(await changePrice(shop, [ring], () => save(ring, 200))).toEqual([
        { price: 100, isReadOnly: true },
        { price: 200, isReadOnly: true },
      ])
      expect((await editor.get(`/editor/products/${ring}`)).body.product.entry.price).toBe(201)
    },
  )

  planned(
    'is made again if a record of content was saved',
    async ({ planned: { shop, editor, ring } }) => {
      const about = (await editor.get('/editor/content/about')).body.record
      const body = { ...about.body, title: 'Since' }
      const meanwhile = () =>
        editor.put('/editor/content/about', { revision: about.revision, body })
      expect(await changePrice(shop, [ring], meanwhile)).toHaveLength(2)
    },
  )

  planned(
    'stays as it is if another product was saved',
    async ({ planned: { shop, ring, bag, save } }) => {
      expect(await changePrice(shop, [ring], () => save(bag, 200))).toHaveLength(1)
    },
  )

  planned(
    'is made again without a product that was deleted',
    async ({ planned: { shop, editor, ring, bag } }) => {
      const meanwhile = async () => {
        const archived = await editor.post(`/editor/products/${bag}/archive`)
        const deleted = await editor.request('DELETE', `/editor/products/${bag}`)
        expect([archived.status, deleted.status]).toEqual([200, 200])
      }
      expect(await changePrice(shop, [ring, bag], meanwhile)).toHaveLength(2)
    },
  )
})

describe('the preview of a launch', () => {
  const previewed = test.extend('preview', async ({ launch }) => {
    const { shop, editor, path, readProduct, draft, bulk } = launch
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((slug) => readProduct(slug)))
    if (!a || !b || !c) throw new Error('The shop has a, b and c.')
    await draft(a.id, { ...a.entry, slug: 'festive', price: 90, related: ['b'] })
    await bulk([b.id], { kind: 'archive' })
    const lamp = createCatalogEntry({ slug: 'lamp', related: ['c'] })
    await draft('new-lamp', lamp, 0)
    await draft('about', { ...(await launch.readRecord('about')).body, title: 'Festive' }, 0)
    const { path: link } = (await editor.post(`${path}/link`, { hours: 1 })).body
    const [token = ''] = link.split('/').filter(Boolean).slice(-1)
    const catalog = createCatalogReader(shop.deps)
    return { ...launch, catalog, open: createPreviews(shop.deps, catalog), token }
  })

  previewed('is what goes live', async ({ preview }) => {
    const { catalog, open, token, publish } = preview
    const shown = await open(token)
    expect(toShown(shown.catalog)).not.toEqual(toShown(await catalog.read()))
    expect((await publish()).status).toBe(200)
    expect(toShown(shown.catalog)).toEqual(toShown(await catalog.read()))
  })

  files(
    'is made one at a time, also where a draft changes meanwhile',
    async ({ files: { shop, editor } }) => {
      const { id } = (await editor.post('/editor/launches', { name: 'Diwali' })).body.launch
      const draft = (slug: string) =>
        editor.put(`/editor/launches/${id}/draft`, {
          record: `new-${slug}`,
          revision: 0,
          basedOn: 0,
          body: createCatalogEntry({ slug }),
        })
      await draft('lamp')
      const { path } = (await editor.post(`/editor/launches/${id}/link`, { hours: 1 })).body
      const token = path.split('/').filter(Boolean).at(-1)
      const catalog = createCatalogReader(shop.deps)
      const gate = Promise.withResolvers<void>()
      let begun = 0
      const slow: CatalogReader = {
        ...catalog,
        async readProducts(db) {
          begun += 1
          await gate.promise
          return catalog.readProducts(db)
        },
      }
      const open = createPreviews(shop.deps, slow)
      const first = open(token)
      await vi.waitUntil(() => begun === 1)
      expect((await draft('vase')).status).toBe(200)
      const second = open(token)
      // It has looked for the launch and the catalogue by then.
      await sleep(100)
      expect(begun).toBe(1)
      gate.resolve()
      const [before, after] = await Promise.all([first, second])
      expect(begun).toBe(2)
      expect(before.catalog.products).toHaveLength(1)
      expect(after.catalog.products).toHaveLength(2)
    },
  )

  previewed('is made once for those who open it together', async ({ preview }) => {
    const { shop, open, token } = preview
    let made = 0
    shop.statementListeners.add(({ sql }) => {
      if (/^select "record_id" from "overlay" where "launch_id" = (?:\?|\$1) order/.test(sql))
        made++
    })
    await Promise.all([open(token), open(token), open(token)])
    expect(made).toBe(1)
    await preview.draft('new-vase', createCatalogEntry({ slug: 'vase' }), 0)
    made = 0
    const [first, second] = await Promise.all([open(token), open(token)])
    expect(made).toBe(1)
    expect(first.catalog).toBe(second.catalog)
  })
})

/** What pages show of a catalogue: the ids and times of what is new are those of the moment. */
const toShown = ({ products, content }: CatalogSnapshot) => ({
  products: products.map(({ id: _, ...product }) => product),
  content,
})

test('a change of more products than one step has is one batch, with one undo', async ({
  studio,
}) => {
  const { shop, editor } = studio
  const ids = await addProducts(shop, ...['a', 'b', 'c'].map((slug) => ({ slug, price: 100 })))
  const change = { kind: 'price', percent: 50 }
  const step = (part: string[], batch?: string, client = editor) =>
    client.post('/editor/products/bulk', { ids: part, change, ...(batch && { batch }) })
  const { batch } = (await step(ids.slice(0, 2))).body
  expect((await step(ids.slice(2), batch, await shop.createSignedInUser('editor'))).status).toBe(
    409,
  )
  expect((await step(ids.slice(2), batch)).body).toEqual({ batch, changed: 1, unchanged: 0 })
  const [listed] = (await editor.get('/editor/batches')).body.batches
  expect(listed).toMatchObject({
    id: batch,
    summary: 'Changed the price of 3 products by 50 %',
    recordCount: 3,
  })
  expect((await editor.post(`/editor/batches/${batch}/undo`)).body).toMatchObject({ restored: 3 })
  for (const slug of ['a', 'b', 'c']) expect(await studio.price(slug)).toBe(100)
  expect((await step(ids, batch)).status).toBe(409)
})
