import { describe, expect } from 'vitest'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { type ApiClient, countStatuses, PASSWORD } from '#tools/api-client.ts'
import { addProducts, createCatalogEntry, insertRingOrder } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const productId = toProductId('ring')
const TEXT = { stars: 4, title: 'A fine ring', text: 'It fits.\n\nAnd it glows.' }

interface Review {
  id: string
  date: string
}

/** With a ring. */
const test = base.extend('shop', async ({ shop }) => {
  await addProducts(shop, { slug: 'ring', title: 'The ring' })
  return shop
})

const decide = (
  editor: ApiClient,
  { id, date }: Review,
  decision: object = { decision: 'approve' },
) => editor.put(`/editor/reviews/${id}`, { date, ...decision })

async function readProduct(shop: TestApp) {
  const { product } = (await shop.createClient().get('/products/slug/ring')).body
  const { versions, revision } = await shop.backend.catalog.read()
  return { product, version: versions.get('ring'), revision }
}

const countRequests = async ({ deps }: TestApp) => (await listPublishRequests(deps.db)).length

async function write(client: ApiClient, content: object = TEXT): Promise<Review> {
  const { status, body } = await client.post('/reviews', { productId, ...content })
  const message = 'Thank you. Your review is shown once we have read it.'
  expect([status, body.message]).toEqual([201, message])
  return body.review
}

const getOwn = async (client: ApiClient) =>
  (await client.get(`/reviews/own?productId=${productId}`)).body.review

describe('a review', () => {
  test('makes the figures of its product once approved', async ({
    shop,
    shopper,
    editor,
    admin,
  }) => {
    const before = await readProduct(shop)
    expect(before.product).toMatchObject({ reviewCount: 0, newestReviews: [] })
    expect(before.product).not.toHaveProperty('rating')
    const review = await write(shopper)
    expect(await readProduct(shop)).toEqual(before)
    expect((await editor.get('/editor/reviews')).body).toMatchObject({
      total: 1,
      reviews: [{ ...TEXT, author: 'Asha', product: { id: productId, title: 'The ring' } }],
    })
    expect((await editor.get('/editor/dashboard')).body.pendingReviews).toBe(1)
    expect((await decide(editor, review)).status).toBe(200)
    const after = await readProduct(shop)
    expect(after.revision).toBe(before.revision + 1)
    expect(after.version).not.toBe(before.version)
    expect(after.product).toMatchObject({
      rating: 4,
      reviewCount: 1,
      ratingCounts: [0, 0, 0, 1, 0],
      newestReviews: [{ ...TEXT, id: review.id, author: 'Asha', isVerifiedPurchase: false }],
    })
    expect((await shop.backend.catalog.read()).products[0]).toEqual(after.product)
    const { products } = (await shopper.get('/products/get-all-products')).body
    expect(products[0]).toMatchObject({ rating: 4, reviews: 1 })
    expect(await countRequests(shop)).toBe(1)
    const [entry] = (await admin.get('/admin/audit')).body.entries
    const subject = 'Approved the review “A fine ring” of The ring'
    expect(entry).toMatchObject({ action: 'reviews', subject })
    await shopper.delete(`/reviews/${review.id}`)
    const [nameless] = (await admin.get('/admin/audit')).body.entries
    expect(nameless.subject).toBe(`Approved the review ${review.id} of The ring`)
  })

  test('is written once per product and account', async ({ shop, shopper }) => {
    const writeAgain = () => shopper.post('/reviews', { productId, ...TEXT })
    expect(await countStatuses(4, writeAgain)).toEqual({ 201: 1, 409: 3 })
    await write(await shop.createSignedInUser())
    expect(await shop.deps.db.selectFrom('review').select('id').execute()).toHaveLength(2)
  })

  test('leaves the page with an edit until it is read again', async ({ shop, shopper, editor }) => {
    const review = await write(shopper)
    await decide(editor, review)
    const shown = await readProduct(shop)
    const edited = await shopper.put(`/reviews/${review.id}`, { ...TEXT, stars: 1 })
    expect(edited.body.review).toMatchObject({ id: review.id, stars: 1, state: 'pending' })
    const hidden = await readProduct(shop)
    expect(hidden.product.reviewCount).toBe(0)
    expect(hidden.version).not.toBe(shown.version)
    // What the editor approved is not what is there now.
    expect((await decide(editor, review)).status).toBe(409)
    expect((await decide(editor, edited.body.review)).status).toBe(200)
    expect((await readProduct(shop)).product.rating).toBe(1)
  })

  test('says why it is rejected, and can be approved later', async ({ shop, shopper, editor }) => {
    const review = await write(shopper)
    const reason = 'It names another shop.'
    expect((await decide(editor, review, { decision: 'reject' })).status).toBe(400)
    expect((await decide(editor, review, { decision: 'reject', reason })).status).toBe(200)
    expect(await getOwn(shopper)).toMatchObject({ state: 'rejected', reason })
    expect(await countRequests(shop)).toBe(0)
    expect((await editor.get('/editor/reviews?state=rejected')).body.total).toBe(1)
    await decide(editor, review)
    expect(await getOwn(shopper)).toMatchObject({ state: 'approved', reason: '' })
  })

  test('leaves the page when it or its account is deleted', async ({ shop, shopper, editor }) => {
    for (const call of [
      async ({ id }: Review) => shopper.delete(`/reviews/${id}`),
      async () => shopper.delete('/users/account', { confirmation: shopper.email }),
    ]) {
      expect(await getOwn(shopper)).toBeNull()
      const review = await write(shopper)
      await decide(editor, review)
      const exported = (await shopper.get('/users/export')).body.reviews
      expect(exported).toMatchObject([{ product_id: productId, ...TEXT, state: 'approved' }])
      const [before, requests] = [await readProduct(shop), await countRequests(shop)]
      expect((await call(review)).status).toBe(200)
      const after = await readProduct(shop)
      expect(after.product.reviewCount).toBe(0)
      expect(after.version).not.toBe(before.version)
      expect(await countRequests(shop)).toBe(requests + 1)
    }
  })

  test('changes the product, also twice at one moment', async ({ shop, shopper, editor }) => {
    const [first, second] = [await write(shopper), await write(await shop.createSignedInUser())]
    shop.freezeTime()
    await decide(editor, first)
    const { version } = await readProduct(shop)
    await decide(editor, second)
    const after = await readProduct(shop)
    expect(after.version).not.toBe(version)
    expect(after.product.reviewCount).toBe(2)
  })

  test('is of a verified purchase, also by a former slug', async ({ shop, shopper, editor }) => {
    await insertRingOrder(shop, shopper.uid, 'KV-1')
    const entry = createCatalogEntry({ slug: 'moon-ring' })
    await editor.put(`/editor/products/${productId}`, { revision: 1, ...entry })
    expect(await write(shopper)).toMatchObject({ isVerifiedPurchase: true })
  })

  test('needs a verified address and a product on sale', async ({ visitor, shopper, editor }) => {
    const account = { email: 'eve@example.com', password: PASSWORD }
    await visitor.post('/auth/signup', { name: 'Eve', ...account })
    await visitor.post('/auth/login', account)
    const message = 'Please verify your email address before you write a review.'
    const refused = await visitor.post('/reviews', { productId, ...TEXT })
    expect(refused).toMatchObject({ status: 403, body: { message } })
    await editor.post(`/editor/products/${productId}/archive`)
    expect((await shopper.post('/reviews', { productId, ...TEXT })).status).toBe(404)
    expect((await shopper.get('/reviews/product/ring')).status).toBe(404)
  })

  test.for([{ stars: 6 }, { stars: 4.5 }, { title: ' ' }, { text: 'x'.repeat(2_001) }])(
    'is refused with %o',
    async (wrong, { shopper }) => {
      const { status, body } = await shopper.post('/reviews', { productId, ...TEXT, ...wrong })
      expect([status, body.field]).toEqual([400, Object.keys(wrong)[0]])
    },
  )

  describe('with limits', () => {
    test.override('env', { LIMITS: 'true' })

    test('is written and changed at most 20 times an hour', async ({ shopper }) => {
      const { id } = await write(shopper)
      const statuses: number[] = []
      for (let n = 0; n < 20; n++) statuses.push((await shopper.put(`/reviews/${id}`, TEXT)).status)
      expect(statuses).toEqual([...Array(19).fill(200), 429])
    })
  })
})

test('a page has the eight newest reviews, the API all in parts', async ({ shop, visitor }) => {
  const values = Array.from({ length: 60 }, (_, index) => ({
    id: `review-${String(index).padStart(3, '0')}`,
    product_id: productId,
    user_id: null,
    author: 'Mira',
    title: `No. ${index}`,
    text: 'Fine.',
    reason: '',
    stars: 5,
    is_verified_purchase: 0,
    state: 'approved' as const,
    written_at: index,
  }))
  await shop.deps.db.insertInto('review').values(values).execute()
  const toTitles = (reviews: { title: string }[]) => reviews.map(({ title }) => title)
  const { product } = (await visitor.get('/products/slug/ring')).body
  expect(toTitles(product.newestReviews)).toEqual(
    Array.from({ length: 8 }, (_, index) => `No. ${59 - index}`),
  )
  const read = async (offset: number) =>
    (await visitor.get(`/reviews/product/ring?offset=${offset}`)).body
  const first = await read(8)
  expect([first.reviews.length, first.reviews[0].title, first.total]).toEqual([50, 'No. 51', 60])
  expect(toTitles((await read(58)).reviews)).toEqual(['No. 1', 'No. 0'])
})

test('typed figures of an earlier version are not restored', async ({ shop, editor }) => {
  const change = { kind: 'price', percent: 10 }
  const bulk = await editor.post('/editor/products/bulk', { ids: [productId], change })
  const entry = JSON.stringify({
    ...createCatalogEntry({ slug: 'ring', title: 'The ring' }),
    rating: 4.9,
    reviewCount: 38,
  })
  await shop.deps.db
    .updateTable('product_version')
    .set({ entry })
    .where('revision', '=', 1)
    .execute()
  expect((await editor.post(`/editor/batches/${bulk.body.batch}/undo`)).status).toBe(200)
  const { product } = (await editor.get(`/editor/products/${productId}`)).body
  const saved = { revision: product.revision, ...product.entry }
  expect((await editor.put(`/editor/products/${productId}`, saved)).status).toBe(200)
  expect((await readProduct(shop)).product).not.toHaveProperty('rating')
})
