import { expect, test } from 'vitest'
import {
  enlargedUrl,
  largestUrl,
  renditionWidths,
  smallestUrl,
  toSrcset,
} from '#src/rules/pictures.ts'

const picture = (width: number) => ({
  base: '/api/media/abc',
  width,
  height: width,
  alt: '',
  placeholder: '',
})

test.each([
  [100, [100]],
  [240, [240]],
  [241, [240, 241]],
  [4_000, [240, 480, 752, 960]],
])('a source %i pixels wide has the widths %j', (width, widths) => {
  expect(renditionWidths({ width })).toEqual(widths)
})

test('toSrcset lists every width once, and that of the enlargement where it is wide', () => {
  const srcset =
    '/api/media/abc/240.avif 240w, /api/media/abc/480.avif 480w, /api/media/abc/500.avif 500w'
  expect(toSrcset(picture(500), 'avif')).toBe(srcset)
  expect(toSrcset(picture(500), 'avif', true)).toBe(srcset)
  expect(toSrcset(picture(3_000), 'avif')).not.toContain('2400w')
  expect(toSrcset(picture(3_000), 'avif', true)).toContain(', /api/media/abc/2400.avif 2400w')
})

test.each([
  [100, 100, 100, 100],
  [300, 240, 300, 300],
  [2_000, 240, 960, 2_000],
  [3_000, 240, 960, 2_400],
])('a source %i pixels wide has WebPs of %i, %i, and %i enlarged', (width, ...expected) => {
  const urls = [smallestUrl, largestUrl, enlargedUrl].map((toUrl) => toUrl(picture(width)))
  expect(urls).toEqual(expected.map((rendition) => `/api/media/abc/${rendition}.webp`))
})
