import { describe, expect, test } from 'vitest'
import {
  enlargedUrl,
  largestUrl,
  renditionUrl,
  renditionWidths,
  toSrcset,
} from '#src/rules/pictures.ts'

const picture = (width: number) => ({
  base: '/api/media/abc',
  width,
  height: width,
  alt: '',
  placeholder: '',
})

describe('renditionWidths', () => {
  test.each([
    [100, [100]],
    [240, [240]],
    [241, [240, 241]],
    [700, [240, 480, 700]],
    [960, [240, 480, 752, 960]],
    [4_000, [240, 480, 752, 960]],
  ])('a source %i pixels wide has %j', (width, widths) => {
    expect(renditionWidths({ width })).toEqual(widths)
  })
})

test('toSrcset lists every width once', () => {
  expect(toSrcset(picture(500), 'avif')).toBe(
    '/api/media/abc/240.avif 240w, /api/media/abc/480.avif 480w, /api/media/abc/500.avif 500w',
  )
})

test('largestUrl is the widest WebP', () => {
  expect(largestUrl(picture(2_000))).toBe(renditionUrl('/api/media/abc', 960, 'webp'))
  expect(largestUrl(picture(300))).toBe('/api/media/abc/300.webp')
})

test.each([
  [300, 300],
  [960, 960],
  [2_000, 2_000],
  [3_000, 2_400],
])('a source %i pixels wide is enlarged to %i', (source, width) => {
  expect(enlargedUrl(picture(source))).toBe(`/api/media/abc/${width}.webp`)
})
