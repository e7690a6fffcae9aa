import { describe, expect, test } from 'vitest'
import {
  sortReviews,
  summarizeStars,
  toHistogram,
  validateReview,
} from '#src/rules/product/reviews.ts'
import { product } from './product.ts'

describe('the figures of a product', () => {
  test.each([
    ['no review', [0, 0, 0, 0, 0], undefined, 0],
    ['one', [0, 0, 1, 0, 0], 3, 1],
    ['an average that is rounded down', [0, 0, 0, 2, 1], 4.3, 3],
    ['an average that is rounded up', [0, 0, 0, 1, 2], 4.7, 3],
    ['half a tenth, rounded up', [0, 0, 0, 3, 1], 4.3, 4],
    ['all numbers of stars', [1, 1, 1, 1, 1], 3, 5],
  ])('%s', (_, counts, rating, reviewCount) => {
    expect(summarizeStars(counts)).toEqual({ ...(rating && { rating }), reviewCount })
  })

  test('the histogram begins with five stars, and its shares sum up to 1', () => {
    const rows = toHistogram([1, 0, 0, 1, 2])
    expect(rows.map(({ stars, count, share }) => [stars, count, share])).toEqual([
      [5, 2, 0.5],
      [4, 1, 0.25],
      [3, 0, 0],
      [2, 0, 0],
      [1, 1, 0.25],
    ])
    expect(toHistogram([0, 0, 0, 0, 0]).map(({ share }) => share)).toEqual([0, 0, 0, 0, 0])
  })
})

test('reviews are sorted by stars, of the same number the newest first', () => {
  const [first, second] = product.newestReviews
  if (!first || !second) throw new Error('The product has no reviews.')
  const newer = { ...second, id: 'review-3', date: '2026-04-01T00:00:00.000Z' }
  const reviews = [second, newer, first]
  const idsBy = (order: 'newest' | 'highest' | 'lowest') =>
    sortReviews(reviews, order).map(({ id }) => id)
  expect(idsBy('newest')).toEqual(['review-3', 'review-2', 'review-1'])
  expect(idsBy('highest')).toEqual(['review-2', 'review-3', 'review-1'])
  expect(idsBy('lowest')).toEqual(['review-3', 'review-1', 'review-2'])
})

test('stars, title and text are required', () => {
  const errors = (values: Record<string, string>) => validateReview((name) => values[name] ?? '')
  expect(errors({ title: ' ', text: '' })).toEqual({
    stars: 'Please choose one to five stars.',
    title: 'Please enter a title.',
    text: 'Please enter your review.',
  })
  expect(Object.values(errors({ stars: '5', title: 'A', text: 'B' })).filter(Boolean)).toEqual([])
})
