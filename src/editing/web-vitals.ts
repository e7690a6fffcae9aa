import type { WebVital } from '#src/contract/values.ts'

interface Scale {
  /** Largest good value, in ms or, of the layout shift, without a unit (web.dev/articles/vitals). */
  good: number
  /** Largest value that is not poor. */
  fair: number
  /** Values up to `bucketWidth` times its number are in a bucket; so both limits end one. */
  bucketWidth: number
  /** The last bucket has everything above this. */
  max: number
}

export const SCALES: Record<WebVital, Scale> = {
  lcp: { good: 2_500, fair: 4_000, bucketWidth: 50, max: 10_000 },
  inp: { good: 200, fair: 500, bucketWidth: 10, max: 2_000 },
  cls: { good: 0.1, fair: 0.25, bucketWidth: 0.005, max: 1 },
}

export type Rating = 'good' | 'needs improvement' | 'poor'

export function rateVital(vital: WebVital, value: number): Rating {
  const { good, fair } = SCALES[vital]
  return value <= good ? 'good' : value <= fair ? 'needs improvement' : 'poor'
}

/** Quotients of decimals may be above the whole number that they are. */
const ceil = (value: number): number => Math.ceil(Number(value.toFixed(6)))

/** The number of the bucket that counts a value. */
export function toBucket(vital: WebVital, value: number): number {
  const { bucketWidth, max } = SCALES[vital]
  return value > max ? ceil(max / bucketWidth) + 1 : ceil(value / bucketWidth)
}

export interface BucketCount {
  bucket: number
  visits: number
}

export interface VisitFigure {
  /** Three quarters of the visits are this good or better. */
  p75: number
  visits: number
}

/** The 75th percentile: the end of its bucket, so it is too large by less than a bucket's width. */
export function toVisitFigure(vital: WebVital, counts: readonly BucketCount[]): VisitFigure | null {
  const visits = counts.reduce((sum, count) => sum + count.visits, 0)
  let rest = Math.ceil(visits * 0.75)
  for (const { bucket, visits: inBucket } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    rest -= inBucket
    if (rest <= 0) return { p75: Number((bucket * SCALES[vital].bucketWidth).toFixed(3)), visits }
  }
  return null
}

/** Visits below which figures are not compared (docs/decisions/archive/0034-visits-in-histograms.md). */
export const MIN_COMPARED_VISITS = 200
const WORSE_BY = 1.2

/** Whether a figure is worse than that before by a fifth, and by more than the error of buckets. */
export function isWorse(vital: WebVital, now: VisitFigure, before: VisitFigure): boolean {
  const isCompared = Math.min(now.visits, before.visits) >= MIN_COMPARED_VISITS
  const error = 2 * SCALES[vital].bucketWidth
  return isCompared && now.p75 >= before.p75 * WORSE_BY && now.p75 - before.p75 > error
}
