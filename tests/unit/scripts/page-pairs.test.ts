import { expect, it } from 'vitest'
import { comparePages } from '#lab/measure/page-pairs.ts'

const createLoad = (figures: Partial<Parameters<typeof comparePages>[0][number]> = {}) => ({
  largestPaint: 1_200,
  blocking: 100,
  shift: 0,
  performance: 98,
  bytes: 200,
  requests: 30,
  scripts: 95,
  scriptRequests: 12,
  ...figures,
})

const before = [0, 40, -40, 80, -80].map((noise) => createLoad({ largestPaint: 1_200 + noise }))
type Load = ReturnType<typeof createLoad>

const shift = (change: Partial<Load>): Load[] =>
  before.map((load) => {
    const figures = Object.entries(load) as [keyof Load, number][]
    const changed = figures.map(([name, value]) => [name, value + (change[name] ?? 0)])
    return Object.fromEntries(changed) as Load
  })

it('names no figure of two commits that measure the same in pairs', () => {
  expect(comparePages(before, shift({ largestPaint: 4, blocking: 5, bytes: 0.1 }))).toEqual([])
})

it('finds a regression that is smaller than what loads differ by, because pairs share it', () => {
  expect(comparePages(before, shift({ largestPaint: 40 }))).toEqual([
    { figure: 'largestPaint', from: 1_200, to: 1_240, isRegression: true },
  ])
})

it('fails a page for 30 ms more of blocking, and names a smaller change without failing', () => {
  const getMoves = (blocking: number) => comparePages(before, shift({ blocking }))
  expect(getMoves(30)).toMatchObject([{ figure: 'blocking', isRegression: true }])
  expect(getMoves(20)).toMatchObject([{ figure: 'blocking', isRegression: false }])
})

it('says what has become better', () => {
  expect(comparePages(before, shift({ largestPaint: -60, requests: -2 }))).toEqual([
    { figure: 'largestPaint', from: 1_200, to: 1_140, isRegression: false },
    { figure: 'requests', from: 30, to: 28, isRegression: false },
  ])
})

it('takes pairs that disagree for noise', () => {
  const after = before.map((load, index) => ({
    ...load,
    blocking: load.blocking + (index < 3 ? 40 : -40),
  }))
  expect(comparePages(before, after)).toEqual([])
})
