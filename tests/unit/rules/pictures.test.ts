import { expect, test } from 'vitest'
import { enlargedUrl, largestUrl, renditionWidths, toSrcset } from '#src/rules/pictures.ts'

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

test('toSrcset lists every width once', () => {
  expect(toSrcset(picture(500), 'avif')).toBe(
    '/api/media/abc/240.avif 240w, /api/media/abc/480.avif 480w, /api/media/abc/500.avif 500w',
  )
})

test.each([
  [300, 300, 300],
  [2_000, 960, 2_000],
  [3_000, 960, 2_400],
])(
  'a source %i pixels wide has a largest WebP of %i, and %i enlarged',
  (width, largest, enlarged) => {
    expect(largestUrl(picture(width))).toBe(`/api/media/abc/${largest}.webp`)
    expect(enlargedUrl(picture(width))).toBe(`/api/media/abc/${enlarged}.webp`)
  },
)
