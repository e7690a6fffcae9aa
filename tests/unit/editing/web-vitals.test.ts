import { expect, test } from 'vitest'
import type { WebVital } from '#src/contract/values.ts'
import { isWorse, rateVital, SCALES, toBucket, toVisitFigure } from '#src/editing/web-vitals.ts'
import { toPageKind } from '#src/rules/page-kind.ts'

test.each([
  ['/', 'home'],
  ['/shop', 'listing'],
  ['/shop/watches/2', 'listing'],
  ['/shopping', 'other'],
  ['/collections/festive', 'listing'],
  ['/product/asha', 'product'],
  ['/cart', 'cart'],
  ['/checkout', 'checkout'],
  ['/profile/edit', 'account'],
  ['/login', 'account'],
  ['/wishlist/shared', 'other'],
  ['/constructor', 'other'],
])('the page %s is of the kind %s', (path, kind) => {
  expect(toPageKind(path)).toBe(kind)
})

test.each<[WebVital, number, number]>([
  ['lcp', 0, 0],
  ['lcp', 0.1, 1],
  ['lcp', 50.1, 2],
  ['lcp', 10_000, 200],
  ['lcp', 10_001, 201],
  ['inp', 208, 21],
  ['cls', 0.015, 3],
  ['cls', 0.1, 20],
  ['cls', 0.1001, 21],
])('the bucket of %s %d is %d', (vital, value, bucket) => {
  expect(toBucket(vital, value)).toBe(bucket)
})

test.each<[WebVital, number, string]>([
  ['lcp', 2_500, 'good'],
  ['lcp', 2_501, 'needs improvement'],
  ['lcp', 4_001, 'poor'],
  ['inp', 200, 'good'],
  ['inp', 500, 'needs improvement'],
  ['inp', 510, 'poor'],
  ['cls', 0.1, 'good'],
  ['cls', 0.25, 'needs improvement'],
  ['cls', 0.255, 'poor'],
])('%s of %d is %s', (vital, value, rating) => {
  expect(rateVital(vital, value)).toBe(rating)
})

test('the 75th percentile without visits is null', () => {
  expect(toVisitFigure('lcp', [])).toBeNull()
})

test('the 75th percentile is above the true one by less than a bucket', () => {
  const values = Array.from({ length: 999 }, (_, index) => ((index * 7) % 999) * 4)
  const counts = [...Map.groupBy(values, (value) => toBucket('lcp', value))].map(
    ([bucket, inBucket]) => ({ bucket, visits: inBucket.length }),
  )
  const exact = 749 * 4 - 4
  const figure = toVisitFigure('lcp', counts)
  expect(figure?.visits).toBe(999)
  expect(figure?.p75).toBeGreaterThanOrEqual(exact)
  expect(figure?.p75).toBeLessThan(exact + SCALES.lcp.bucketWidth)
})

test.each<[WebVital, number, number, number, boolean]>([
  ['lcp', 2_400, 2_000, 200, true],
  ['lcp', 2_350, 2_000, 200, false],
  ['lcp', 2_400, 2_000, 199, false],
  ['inp', 50, 40, 200, false],
  ['inp', 80, 40, 200, true],
  ['cls', 0.01, 0, 200, false],
  ['cls', 0.05, 0, 200, true],
])('%s of %d after %d in %d visits: worse is %s', (vital, now, before, visits, worse) => {
  expect(isWorse(vital, { p75: now, visits: 500 }, { p75: before, visits })).toBe(worse)
  expect(isWorse(vital, { p75: now, visits }, { p75: before, visits: 500 })).toBe(worse)
})
