import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { describe, expect, test as unitTest } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import { HttpError } from '#src/server/core/errors.ts'
import { deleteUnusedPictures } from '#src/server/core/media/unused-pictures.ts'
import { ConflictError, retryConflicts } from '#src/server/core/retry-conflicts.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { planDraft, toOverlays, writeDrafts } from '#src/server/studio/launches/drafts.ts'
import { type Change, loadProducts } from '#src/server/studio/save/change.ts'
import { loadContent, toEmptyContent } from '#src/server/studio/save/load-content.ts'
import { saveContentVersion } from '#src/server/studio/save/save-content.ts'
import { insertEntry, saveEntry } from '#src/server/studio/save/save-entry.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import type { JsonResponse } from '#tools/api-client.ts'
import { CATEGORY } from '#tools/every-endpoint.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const A = toProductId('a')
const ids = ['a', 'b'].map(toProductId)
const products = '/editor/products'
const watches = 'category:watches'
const lamps = 'category:lamps'

const toChange = (db: Db): Change => ({
  db,
  now: Date.now(),
  editorId: null,
  batchId: null,
  saved: [],
})

/**
 * With a way to let a call meet the save of another editor between its reads and writes: PostgreSQL lets it read, and
 * its first write waits for the other's end. SQLite has one writer.
 */
const withLaunch = base
  .extend('besides', ({ shop }) => {
    const { deps } = shop
    const isCallWaiting = async () => {
      const { rows } = await sql<{ waiting: string }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(deps.db)
      return Number(rows[0]?.waiting) > 0
    }
    return async <T = JsonResponse>(
      save: (change: Change) => Promise<unknown>,
      call: () => Promise<T>,
    ): Promise<T> => {
      // The call is another request than that of the transaction.
      const runOutside = AsyncLocalStorage.snapshot()
      const calling = await deps.db.transaction().execute(async (db) => {
        await save(toChange(db))
        const answer = runOutside(call)
        if (deps.engine === 'postgres')
          await expect
            .poll(() => runOutside(isCallWaiting), { timeout: 20_000, interval: 20 })
            .toBe(true)
        return { answer }
      })
      return calling.answer
    }
  })
  .extend('saveTitle', () => async (change: Change) => {
    const [before] = await loadProducts(change.db, [A])
    if (before) await saveEntry(change, before, { ...before.entry, title: 'Other' })
  })
  .extend('saveWatches', () => async (change: Change) => {
    const before = await loadContent(change.db, watches)
    await saveContentVersion(change, before, { ...before.body, introduction: 'Other' })
  })

/** The same with the products a and b. */
const test = withLaunch.extend('shop', async ({ shop }) => {
  await addProducts(shop, { slug: 'a', price: 100 }, { slug: 'b', price: 200 })
  return shop
})

describe('beside a save of another editor', () => {
  test('a change of several products keeps both', async ({
    editor,
    besides,
    saveTitle,
    studio,
  }) => {
    const change = { kind: 'price', percent: 10 }
    const bulk = () => editor.post(`${products}/bulk`, { ids, change })
    expect((await besides(saveTitle, bulk)).body).toMatchObject({ changed: 2 })
    const { entry, revision } = await studio.readProduct('a')
    expect([entry.title, entry.price, revision]).toEqual(['Other', 110, 3])
  })

  test('a change of several products is undone, but for the product that the other saved', async ({
    editor,
    besides,
    saveTitle,
    studio,
  }) => {
    const change = { kind: 'price', percent: 10 }
    const { batch } = (await editor.post(`${products}/bulk`, { ids, change })).body
    const undo = () => editor.post(`/editor/batches/${batch}/undo`)
    expect(await besides(saveTitle, undo)).toMatchObject({
      status: 200,
      body: { restored: 1, kept: [{ title: 'Other' }] },
    })
    const { entry } = await studio.readProduct('a')
    expect([entry.title, entry.price]).toEqual(['Other', 110])
  })

  test('a product is archived, and restored', async ({ editor, besides, saveTitle, studio }) => {
    for (const [action, archived] of [
      ['archive', true],
      ['restore', false],
    ] as const) {
      const answer = await besides(saveTitle, () => editor.post(`${products}/${A}/${action}`))
      expect(answer).toMatchObject({ status: 200, body: { product: { archived } } })
    }
    const { versions } = (await editor.get(`${products}/${A}/history`)).body
    expect(versions.map(({ action }: { action: string }) => action)).toEqual([
      ...['restore', 'update', 'archive', 'update', 'create'],
    ])
    expect((await studio.readProduct('a')).entry.title).toBe('Other')
  })

  test('a form gets both versions', async ({ editor, besides, saveTitle, saveWatches }) => {
    const entry = createCatalogEntry({ slug: 'a', title: 'Mine' })
    const conflict = { status: 409, body: { message: expect.stringMatching(/^Another version/) } }
    const path = `${products}/${A}`
    const put = await besides(saveTitle, () => editor.put(path, { revision: 1, ...entry }))
    expect(put).toMatchObject(conflict)
    expect(put.body).toMatchObject({
      current: { revision: 2, entry: { title: 'Other' } },
      submitted: { title: 'Mine' },
    })
    const patch = () => editor.patch(path, { revision: 2, price: 5 })
    const patched = await besides(saveTitle, patch)
    expect(patched).toMatchObject(conflict)
    expect(patched.body.current.revision).toBe(3)
    const body = { ...getDefaultContent(watches), introduction: 'Mine' }
    const put2 = () => editor.put(`/editor/content/${watches}`, { revision: 0, body })
    const saved = await besides(saveWatches, put2)
    expect(saved).toMatchObject(conflict)
    expect(saved.body.current).toMatchObject({ revision: 1, body: { introduction: 'Other' } })
  })

  test('an import changes its columns, and keeps the others', async ({
    studio,
    besides,
    saveTitle,
  }) => {
    const importing = () => studio.importCsv('slug,price\nb,1\na,2\n')
    expect((await besides(saveTitle, importing)).status).toBe(200)
    const { entry } = await studio.readProduct('a')
    expect([entry.title, entry.price]).toEqual(['Other', 2])
  })

  withLaunch(
    'an import into a launch keeps a draft saved meanwhile',
    async ({ launch, besides }) => {
      const { editor, id } = launch
      const body = createCatalogEntry({ slug: 'b', price: 200, title: 'Other' })
      const draft = { record: toProductId('b'), revision: 0, basedOn: 1, body }
      const saveDraft = async ({ db, now }: Change) => {
        const planned = await planDraft(db, id, draft)
        await writeDrafts(db, id, toOverlays(id, [planned.draft], { editorId: editor.uid, now }))
      }
      const { status } = await besides(saveDraft, () =>
        launch.importCsv('slug,price\na,1\nb,2\n', `?dryRun=false&launch=${id}`),
      )
      expect(status).toBe(200)
      const { items } = await launch.read()
      const changes = items.map(({ after }: { after: object }) => after)
      expect(changes).toEqual(expect.arrayContaining([{ price: 1 }, { title: 'Other', price: 2 }]))
    },
  )

  withLaunch('a launch goes live, and ends', async ({ launch, besides, saveTitle }) => {
    const { entry } = await launch.readProduct('a')
    await launch.draft(A, { ...entry, price: 90 })
    for (const call of [launch.publish, launch.end])
      expect((await besides(saveTitle, call)).status).toBe(200)
    expect((await launch.readProduct('a')).entry).toMatchObject({ title: 'Other', price: 100 })
  })

  test('a record of content is archived and restored, and not renamed without the save', async ({
    editor,
    besides,
    studio,
  }) => {
    await editor.post('/editor/content', { id: lamps, body: CATEGORY })
    const saveLamps = async (change: Change) => {
      const before = await loadContent(change.db, lamps)
      await saveContentVersion(change, before, before.body)
    }
    for (const archived of [true, false]) {
      const path = `/editor/content/${lamps}/archived`
      const answer = await besides(saveLamps, () => editor.put(path, { archived }))
      expect(answer).toMatchObject({ status: 200, body: { record: { archived } } })
    }
    const { revision } = await studio.readRecord(lamps)
    const body = { ...CATEGORY, name: 'Lanterns' }
    const rename = () => editor.put(`/editor/content/${lamps}`, { revision, body })
    const refused = { status: 409, body: { current: { revision: revision + 1 } } }
    expect(await besides(saveLamps, rename)).toMatchObject(refused)
    const { versions } = (await editor.get(`/editor/content/${lamps}/history`)).body
    expect(versions).toHaveLength(revision + 1)
  })
})

describe('a picture that was in no product or record', () => {
  const file = 'c'.repeat(32)
  const pictures = [{ file, alt: 'A lamp' }]
  const about = { ...getDefaultContent('about'), picture: { file, alt: '' } }
  const deletePicture = ({ db }: Change) =>
    db.deleteFrom('picture').where('hash', '=', file).execute()
  const withPicture = test.extend('shop', async ({ shop }) => {
    const picture = { hash: file, width: 1, height: 1, format: 'webp', placeholder: '' }
    await shop.deps.db
      .insertInto('picture')
      .values({ ...picture, created_at: 0 })
      .execute()
    return shop
  })

  withPicture('is refused by a save that the cleanup came before', async ({ editor, besides }) => {
    const answer = await besides(deletePicture, () =>
      editor.put('/editor/content/about', { revision: 0, body: about }),
    )
    const message = expect.stringMatching(/must be an uploaded picture/)
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })

  withPicture('is refused for a product, too', async ({ editor, besides }) => {
    const entry = createCatalogEntry({ slug: 'a', pictures })
    const answer = await besides(deletePicture, () =>
      editor.put(`${products}/${A}`, { revision: 1, ...entry }),
    )
    expect(answer).toMatchObject({ status: 400, body: { field: 'pictures.0.file' } })
  })

  withPicture('stays where the cleanup comes after a save', async ({ shop, besides }) => {
    const save = async (change: Change) => {
      await saveContentVersion(change, await loadContent(change.db, 'about'), about)
    }
    await besides(save, () => deleteUnusedPictures(shop.deps))
    const left = await shop.deps.db.selectFrom('picture').select('hash').execute()
    expect(left).toEqual([{ hash: file }])
  })
})

describe('what is stored once and created by two at once is named:', () => {
  test('a product by its slug', async ({ editor, besides }) => {
    const entry = createCatalogEntry({ slug: 'c' })
    const answer = await besides(
      (change) => insertEntry(change, entry),
      () => editor.post(products, entry),
    )
    expect(answer).toMatchObject({ status: 409, body: { field: 'slug' } })
    expect(answer.body.message).toBe('Another product has this slug.')
  })

  test('a record of content', async ({ editor, besides }) => {
    const id = lamps
    const answer = await besides(
      async (change) => {
        await saveContentVersion(change, toEmptyContent(id), CATEGORY)
      },
      () => editor.post('/editor/content', { id, body: CATEGORY }),
    )
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `There is a category “${CATEGORY.name}” already.`,
    ])
  })
})

test('a storm of saves, bulk changes, archiving and undoing has no 5xx, and loses no version', async ({
  shop,
  editor,
  admin,
}) => {
  const statuses: number[] = []
  const note = (answer: JsonResponse) => {
    statuses.push(answer.status)
    return answer
  }
  const save = async (slug: string) => {
    const path = `${products}/${toProductId(slug)}`
    const { revision } = (await editor.get(path)).body.product
    note(await editor.patch(path, { revision, stock: 7 }))
  }
  const bulk = async (order: string[], percent: number) => {
    const change = { kind: 'price', percent }
    const { body } = note(await admin.post(`${products}/bulk`, { ids: order, change }))
    if (body.batch) note(await admin.post(`/editor/batches/${body.batch}/undo`))
  }
  const archive = async (slug: string) => {
    const path = `${products}/${toProductId(slug)}`
    note(await editor.post(`${path}/archive`))
    note(await admin.post(`${path}/restore`))
  }
  for (let round = 0; round < 4; round++)
    await Promise.all([
      ...[save('a'), save('b'), bulk(ids, 10), bulk(ids.toReversed(), -10)],
      ...[archive('a'), archive('b')],
    ])
  expect(new Set(statuses).difference(new Set([200, 409]))).toEqual(new Set())
  const rows = await shop.deps.db
    .selectFrom('product')
    .innerJoin('product_version', 'product_version.product_id', 'product.id')
    .select((eb) => ['product.id', 'product.revision', eb.fn.countAll().as('versions')])
    .groupBy(['product.id', 'product.revision'])
    .execute()
  expect(rows).toHaveLength(2)
  for (const { revision, versions } of rows) expect(Number(versions)).toBe(revision)
})

describe('a transaction that another one has met', () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const fail = (...errors: unknown[]) => {
    let runs = 0
    const run = () =>
      retryConflicts(async () => {
        const error = errors[runs++]
        if (error) throw error
        return runs
      })
    return { run, countRuns: () => runs }
  }

  unitTest('runs again', async () => {
    expect(await fail(new ConflictError(), deadlock).run()).toBe(3)
  })

  unitTest('ends with a 409 after three runs', async () => {
    const sentence = 'It is being saved by somebody else just now. Please try again.'
    for (const error of [deadlock, new ConflictError()]) {
      const { run, countRuns } = fail(error, error, error)
      await expect(run()).rejects.toMatchObject({ status: 409, message: sentence })
      expect(countRuns()).toBe(3)
    }
  })

  unitTest('runs once where it fails by itself', async () => {
    const { run, countRuns } = fail(new HttpError(400, 'No.'))
    await expect(run()).rejects.toThrow('No.')
    expect(countRuns()).toBe(1)
  })
})
