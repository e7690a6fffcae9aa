import { expect, vi } from 'vitest'
import { createShopProduct, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const ruby = createShopProduct('ruby')
const review = { productId: ruby.id, stars: 5, title: 'Red', text: 'It glows by day and by night.' }

async function openPage(tab: Tab) {
  await tab.signIn()
  await (await import('#src/stores/session.ts')).currentUser()
  return import('#src/stores/reviews.ts')
}

const test = createTabTest('/product/ruby', openPage, { slug: 'ruby' })

test('a review whose answer is lost is sent with the same key', async ({ tab, page }) => {
  tab.intercept(/POST/, async (_, pass) => {
    await pass()
    throw new TypeError('Failed to fetch')
  })
  expect(await page.saveReview(review, undefined)).toMatchObject({ ok: false })
  tab.restoreNetwork()
  expect(await page.saveReview(review, undefined)).toMatchObject({
    ok: true,
    review: { stars: 5, title: 'Red' },
  })
  const listKeys = () => {
    const sent = tab.requests.filter(({ endpoint }) => endpoint === 'POST /reviews')
    return [...new Set(sent.map(({ idempotencyKey }) => idempotencyKey))]
  }
  expect(tab.listCalls(/POST/).length).toBeGreaterThan(1)
  expect(listKeys()).toEqual([expect.any(String)])

  // The key belongs to the text: one that was answered, and another one, have their own.
  await page.saveReview(review, undefined)
  await page.saveReview({ ...review, title: 'Redder' }, undefined)
  expect(listKeys()).toHaveLength(3)
})

test('a review of one’s own is found, changed and deleted', async ({ tab, page }) => {
  const saved = await page.saveReview(review, undefined)
  const id = saved.ok ? saved.review.id : ''
  expect(await page.saveReview({ ...review, stars: 4 }, id)).toMatchObject({ ok: true })
  expect(tab.requests.at(-1)).toMatchObject({ endpoint: `PUT /reviews/${id}`, body: { stars: 4 } })
  const own = page.getOwnReview(ruby.id)
  own.$data.listen(() => undefined)
  expect(own.$data.get()).toMatchObject({ stars: 4, title: 'Red' })
  await own.refetch()
  expect(own.$data.get()).toMatchObject({ stars: 4, title: 'Red' })
  expect(await page.fetchReviews('ruby', 0)).toMatchObject({ reviews: [], total: 0 })
  expect(await page.deleteReview(ruby.id, id)).toBe('')
  expect(own.$data.get()).toBeNull()
  await own.refetch()
  expect(own.$data.get()).toBeNull()
})

test('a late answer does not replace a review that was sent meanwhile', async ({ tab, page }) => {
  const release = tab.holdResponses(/GET \/reviews\/own/)
  const own = page.getOwnReview(ruby.id)
  own.$data.listen(() => undefined)
  await vi.waitFor(() => expect(tab.listCalls(/own/)).toHaveLength(1), WAIT)
  await page.saveReview(review, undefined)
  release()
  await own.load()
  expect(own.$data.get()).toMatchObject({ title: 'Red' })
})

test('a visitor has no review, and is led to log in and back to the form', async ({ tab }) => {
  tab.navigate('/product/ruby?a=b')
  const { getOwnReview, requireAuthor } = await import('#src/stores/reviews.ts')
  const { $data } = getOwnReview(ruby.id)
  $data.listen(() => undefined)
  expect(await requireAuthor()).toBe(false)
  expect($data.get()).toBeUndefined()
  expect(tab.visited).toEqual(['/login?next=%2Fproduct%2Fruby%3Fa%3Db%23write-review'])
  expect(tab.listCalls(/reviews/)).toEqual([])
})
