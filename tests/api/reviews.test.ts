import { describe, expect } from 'vitest'
import { insertOrder } from '#src/server/account/queries.ts'
import { listAuditEntries } from '#src/server/admin/audit-queries.ts'
import { createCatalogReader } from '#src/server/catalog/service.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { type ApiClient, PASSWORD } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const productId = toProductId('ring')
const TEXT = { stars: 4, title: 'A fine ring', text: 'It fits.\n\nAnd it glows.' }

async function openShop(given: Record<string, string> = {}) {
  const shop = await createTestApp(given)
  await addProducts(shop, { slug: 'ring', title: 'The ring' })
  const editor = await shop.createSignedInUser('editor')
  const reader = createCatalogReader(shop.deps)
  return {
    ...{ shop, editor, reader },
    asha: await shop.createSignedInUser(),
    decide: (review: { id: string; date: string }, decision: object = { decision: 'approve' }) =>
      editor.put(`/editor/reviews/${review.id}`, { date: review.date, ...decision }),
    readProduct: async () => {
      const { product } = (await shop.createClient().get('/products/slug/ring')).body
      const { versions, revision } = await reader.read()
      return { product, version: versions.get('ring'), revision }
    },
    countRequests: async () => (await listPublishRequests(shop.deps.db)).length,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

async function write(client: ApiClient, content: object = TEXT) {
  const { status, body } = await client.post('/reviews', { productId, ...content })
  expect([status, body.message]).toEqual([
    201,
    'Thank you. Your review is shown once we have read it.',
  ])
  return body.review as { id: string; date: string }
}

describe('a review', () => {
  test('waits for an editor, and then makes the figures of its product', async () => {
    await using opened = await openShop()
    const { shop, asha, editor, decide, readProduct } = opened
    const before = await readProduct()
    expect(before.product).toMatchObject({ reviewCount: 0, newestReviews: [] })
    expect(before.product).not.toHaveProperty('rating')
    const review = await write(asha)
    expect(await readProduct()).toEqual(before)
    expect((await editor.get('/editor/reviews')).body).toMatchObject({
      total: 1,
      reviews: [{ ...TEXT, author: 'Asha', product: { id: productId, title: 'The ring' } }],
    })
    expect((await editor.get('/editor/dashboard')).body.pendingReviews).toBe(1)
    expect((await decide(review)).status).toBe(200)
    const after = await readProduct()
    expect(after.revision).toBe(before.revision + 1)
    expect(after.version).not.toBe(before.version)
    expect(after.product).toMatchObject({
      rating: 4,
      reviewCount: 1,
      ratingCounts: [0, 0, 0, 1, 0],
      newestReviews: [{ ...TEXT, id: review.id, author: 'Asha', isVerifiedPurchase: false }],
    })
    expect((await opened.reader.read()).products[0]).toEqual(after.product)
    const listed = (await shop.createClient().get('/products/get-all-products')).body
    expect(listed.products[0]).toMatchObject({ rating: 4, reviews: 1 })
    expect(await opened.countRequests()).toBe(1)
    const [entry] = await listAuditEntries(shop.deps.db, 1, 1)
    expect(entry).toMatchObject({
      action: 'reviews',
      subject: 'Approved the review "A fine ring" of The ring',
    })
  })

  test('is written once per product and account', async () => {
    await using opened = await openShop()
    const { asha, shop } = opened
    const all = await Promise.all(
      Array.from({ length: 4 }, () => asha.post('/reviews', { productId, ...TEXT })),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    await write(await shop.createSignedInUser())
    expect((await shop.deps.db.selectFrom('review').select('id').execute()).length).toBe(2)
  })

  test('is read again after an edit, and leaves the page until then', async () => {
    await using opened = await openShop()
    const { asha, decide, readProduct } = opened
    const review = await write(asha)
    await decide(review)
    const shown = await readProduct()
    const edited = await asha.put(`/reviews/${review.id}`, { ...TEXT, stars: 1 })
    expect(edited.body.review).toMatchObject({ id: review.id, stars: 1, state: 'pending' })
    const hidden = await readProduct()
    expect(hidden.product.reviewCount).toBe(0)
    expect(hidden.version).not.toBe(shown.version)
    // What the editor approved is not what is there now.
    expect((await decide(review)).status).toBe(409)
    expect((await decide(edited.body.review)).status).toBe(200)
    expect((await readProduct()).product.rating).toBe(1)
  })

  test('that is rejected tells its author why, and can be approved later', async () => {
    await using opened = await openShop()
    const { asha, editor, decide, countRequests } = opened
    const review = await write(asha)
    const rejection = { decision: 'reject', reason: 'It names another shop.' }
    expect((await decide(review, { decision: 'reject' })).status).toBe(400)
    expect((await decide(review, rejection)).status).toBe(200)
    expect((await asha.get(`/reviews/own?productId=${productId}`)).body.review).toMatchObject({
      state: 'rejected',
      reason: 'It names another shop.',
    })
    expect(await countRequests()).toBe(0)
    expect((await editor.get('/editor/reviews?state=rejected')).body.total).toBe(1)
    await decide(review)
    expect((await asha.get(`/reviews/own?productId=${productId}`)).body.review).toMatchObject({
      state: 'approved',
      reason: '',
    })
  })

  test('is deleted by its author, and goes from the page', async () => {
    await using opened = await openShop()
    const { asha, decide, readProduct, countRequests } = opened
    const review = await write(asha)
    await decide(review)
    expect((await asha.delete(`/reviews/${review.id}`)).status).toBe(200)
    expect((await readProduct()).product.reviewCount).toBe(0)
    expect(await countRequests()).toBe(2)
    expect((await asha.get(`/reviews/own?productId=${productId}`)).body).toEqual({ review: null })
    await write(asha)
  })

  test('two decisions at one moment each change the version of the product', async () => {
    await using opened = await openShop()
    const { shop, asha, decide, readProduct } = opened
    const [one, two] = [await write(asha), await write(await shop.createSignedInUser())]
    shop.freezeTime()
    await decide(one)
    const { version } = await readProduct()
    await decide(two)
    const after = await readProduct()
    expect(after.version).not.toBe(version)
    expect(after.product.reviewCount).toBe(2)
  })

  test('is of a verified purchase where an order has the piece, also by a former address', async () => {
    await using opened = await openShop()
    const { shop, asha, editor } = opened
    await insertOrder(shop.deps.db, {
      id: 'KV-1',
      user_id: asha.uid,
      placed_at: 1,
      total_paise: 100,
      state: 'Delivered',
      items: JSON.stringify([{ slug: 'ring', title: 'The ring', quantity: 1 }]),
    })
    const entry = createCatalogEntry({ slug: 'moon-ring' })
    await editor.put(`/editor/products/${productId}`, { revision: 1, ...entry })
    expect(await write(asha)).toMatchObject({ isVerifiedPurchase: true })
  })

  test('needs a verified address and a product on sale', async () => {
    await using opened = await openShop()
    const { shop, asha, editor } = opened
    const eve = shop.createClient()
    const account = { email: 'eve@example.com', password: PASSWORD }
    await eve.post('/auth/signup', { name: 'Eve', ...account })
    await eve.post('/auth/login', account)
    const refused = await eve.post('/reviews', { productId, ...TEXT })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Please verify your email address before you write a review.',
    ])
    await editor.post(`/editor/products/${productId}/archive`)
    expect((await asha.post('/reviews', { productId, ...TEXT })).status).toBe(404)
    expect((await asha.get('/reviews/product/ring')).status).toBe(404)
  })

  test.for([{ stars: 6 }, { stars: 4.5 }, { title: ' ' }, { text: 'x'.repeat(2_001) }])(
    'is refused with %o',
    async (wrong, { shop, shopper }) => {
      await addProducts(shop, { slug: 'ring' })
      const { status, body } = await shopper.post('/reviews', { productId, ...TEXT, ...wrong })
      expect([status, body.field]).toEqual([400, Object.keys(wrong)[0]])
    },
  )

  test('is written and changed at most 20 times an hour', async () => {
    await using opened = await openShop({ LIMITS: 'true' })
    const { asha } = opened
    const { id } = await write(asha)
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) statuses.push((await asha.put(`/reviews/${id}`, TEXT)).status)
    expect(statuses).toEqual([...Array(19).fill(200), 429])
  })
})

async function addReviews(shop: TestApp, count: number): Promise<void> {
  await shop.deps.db
    .insertInto('review')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: `review-${String(index).padStart(3, '0')}`,
        product_id: productId,
        user_id: null,
        ...{ author: 'Mira', title: `No. ${index}`, text: 'Fine.', reason: '' },
        stars: 5,
        is_verified_purchase: 0,
        state: 'approved' as const,
        written_at: index,
      })),
    )
    .execute()
}

test('a page has the eight newest reviews, and the API lists all in parts', async ({ shop }) => {
  await addProducts(shop, { slug: 'ring' })
  await addReviews(shop, 60)
  const client = shop.createClient()
  const { product } = (await client.get('/products/slug/ring')).body
  expect(product.newestReviews.map(({ title }: { title: string }) => title)).toEqual(
    Array.from({ length: 8 }, (_, index) => `No. ${59 - index}`),
  )
  const first = (await client.get('/reviews/product/ring?offset=8')).body
  const second = (await client.get('/reviews/product/ring?offset=58')).body
  expect([first.reviews.length, first.reviews[0].title, first.total]).toEqual([50, 'No. 51', 60])
  expect(second.reviews.map(({ title }: { title: string }) => title)).toEqual(['No. 1', 'No. 0'])
})

test('the export has the reviews of an account, and its deletion takes them from the pages', async () => {
  await using opened = await openShop()
  const { asha, decide, readProduct, countRequests } = opened
  await decide(await write(asha))
  expect((await asha.get('/users/export')).body.reviews).toMatchObject([
    { product_id: productId, ...TEXT, state: 'approved' },
  ])
  const before = await readProduct()
  expect((await asha.delete('/users/account', { confirmation: asha.email })).status).toBe(200)
  const after = await readProduct()
  expect(after.product.reviewCount).toBe(0)
  expect(after.version).not.toBe(before.version)
  expect(await countRequests()).toBe(2)
})

test('a version of an entry with typed figures is restored without them', async () => {
  await using opened = await openShop()
  const { shop, editor } = opened
  const change = { kind: 'price', percent: 10 }
  const bulk = await editor.post('/editor/products/bulk', { ids: [productId], change })
  const { entry } = await shop.deps.db
    .selectFrom('product_version')
    .select('entry')
    .where('revision', '=', 1)
    .executeTakeFirstOrThrow()
  const former = JSON.stringify({ ...JSON.parse(entry), rating: 4.9, reviewCount: 38 })
  await shop.deps.db
    .updateTable('product_version')
    .set({ entry: former })
    .where('revision', '=', 1)
    .execute()
  expect((await editor.post(`/editor/batches/${bulk.body.batch}/undo`)).status).toBe(200)
  const { product } = (await editor.get(`/editor/products/${productId}`)).body
  const saved = { revision: product.revision, ...product.entry }
  expect((await editor.put(`/editor/products/${productId}`, saved)).status).toBe(200)
  expect((await opened.readProduct()).product).not.toHaveProperty('rating')
})
