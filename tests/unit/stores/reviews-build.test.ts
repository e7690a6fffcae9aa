import { expect, test } from 'vitest'
import { getOwnReview } from '#src/stores/reviews.ts'
import { $uid } from '#src/stores/session.ts'

test('the build keeps one query of own reviews, whatever the number of products (B14)', () => {
  const before = $uid.lc
  const queries = new Set(Array.from({ length: 1_000 }, (_, index) => getOwnReview(`p${index}`)))
  expect(queries.size).toBe(1)
  expect($uid.lc - before).toBeLessThanOrEqual(1)
})
