import { expect, test } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { applyDueChanges } from '#src/server/editor/schedule.ts'
import { killBeforeCommit } from '#tests/helpers/kill-before-commit.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const MINUTE = 60_000
const a = toProductId('a')

async function openEditor() {
  const shop = await createTestApp()
  await addProducts(shop, { slug: 'a', price: 100, listPrice: 120 }, { slug: 'b' })
  shop.freezeTime()
  const editor = await shop.createSignedInUser('editor')
  const plan = (id: string, minutes: number, change: object) =>
    editor.post(`/editor/products/${id}/schedule`, {
      at: new Date(shop.deps.now() + minutes * MINUTE).toISOString(),
      change,
    })
  return {
    shop,
    editor,
    plan,
    list: async () => (await editor.get('/editor/schedule')).body.scheduled,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('a price and a launch take effect once at their time, with several processes', async () => {
  await using app = await openEditor()
  const { shop, editor, plan } = app
  await editor.post(`/editor/products/${toProductId('b')}/archive`)
  const waiting = (await listPublishRequests(shop.deps.db)).length
  const planned = await plan(a, 10, { kind: 'price', price: 150 })
  expect(planned).toMatchObject({
    status: 201,
    body: { scheduled: { title: 'The a', by: 'Asha Rao', state: 'waiting' } },
  })
  await plan(toProductId('b'), 20, { kind: 'launch' })
  await applyDueChanges(shop.deps)
  expect((await editor.get('/products/slug/a')).body.product.price).toBe(100)

  shop.advanceTime(20 * MINUTE)
  const due = new Date(shop.deps.now()).toISOString()
  // Each process has its own job on the same database.
  await Promise.allSettled([1, 2, 3].map(() => applyDueChanges({ ...shop.deps })))
  await applyDueChanges(shop.deps)
  const { product } = (await editor.get('/products/slug/a')).body
  // The list price is not above the new price.
  expect(product).toMatchObject({ price: 150, originalPrice: 150 })
  expect((await editor.get('/products/slug/b')).body.product.publishedAt).toBe(due)
  expect(await listPublishRequests(shop.deps.db)).toHaveLength(waiting + 2)
  expect((await app.list()).map(({ state }: { state: string }) => state)).toEqual([
    'applied',
    'applied',
  ])
  const { versions } = (await editor.get(`/editor/products/${a}/history`)).body
  expect(versions).toHaveLength(2)
})

test('a process that is killed before it commits leaves the change to the next one', async () => {
  await using app = await openEditor()
  const { shop, plan } = app
  await plan(a, 1, { kind: 'archive' })
  shop.advanceTime(MINUTE)
  await expect(applyDueChanges(killBeforeCommit(shop.deps))).rejects.toThrow()
  expect(await app.list()).toMatchObject([{ state: 'waiting' }])
  expect((await app.editor.get('/products/slug/a')).status).toBe(200)
  await applyDueChanges(shop.deps)
  expect(await app.list()).toMatchObject([{ state: 'applied' }])
  expect((await app.editor.get('/products/slug/a')).status).toBe(404)
})

test('a change is refused at its field, shown in Indian time, and cancelled', async () => {
  await using app = await openEditor()
  const { editor, plan } = app
  const at = `${new Date(app.shop.deps.now()).getUTCFullYear() + 1}-01-01T00:00:00+05:30`
  const planned = await editor.post(`/editor/products/${a}/schedule`, {
    at,
    change: { kind: 'archive' },
  })
  expect(planned.body.scheduled.atIst).toMatch(/^1 Jan \d{4}, 12:00 am IST$/)
  expect((await plan(a, -1, { kind: 'archive' })).body).toMatchObject({
    field: 'at',
    message: 'The time must be in the future.',
  })
  expect((await plan(a, 600_000, { kind: 'archive' })).body.field).toBe('at')
  expect((await plan(a, 1, { kind: 'price', price: 0 })).body.field).toBe('change.price')
  const wrong = await plan(a, 1, { kind: 'price', price: 9, listPrice: 8 })
  expect(wrong.body.field).toBe('change.listPrice')
  expect((await plan('missing', 1, { kind: 'archive' })).status).toBe(404)

  const cancel = () => editor.delete(`/editor/schedule/${planned.body.scheduled.id}`)
  expect((await cancel()).status).toBe(200)
  expect((await cancel()).status).toBe(404)
  expect(await app.list()).toEqual([])
})
