import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDERS = '{islands,components,layouts,ui,pages,styles}'

/** Names and sizes of the shop's own type scale, in rem where they do not grow with the window. */
const tokens = readFileSync('src/styles/tokens.css', 'utf8')

/** What each size of the sans is written as; the display face has title, heading and display. */
const SANS = ['0.8125rem', '0.875rem', '0.9375rem', '1.0625rem', '1.25rem', '1.5rem']

/** The logo and the title of a product. */
const DISPLAY_SIZES = ['1.625rem', '3.25rem']

/** Tailwind's own sizes; `text-base` is that of the body. */
const CLASS_SIZES: Record<string, string> = {
  xs: '0.75rem',
  sm: '0.875rem',
  lg: '1.125rem',
  xl: '1.25rem',
  '2xl': '1.5rem',
  '3xl': '1.875rem',
}

const findToken = (name: string): string =>
  new RegExp(`--text-${name}: ([^;]+);`).exec(tokens)?.[1] ?? CLASS_SIZES[name] ?? name

/** The largest fixed part of a size, e.g. `1.25rem` of `min(1.25rem, 7vw)`. */
const toRem = (size: string): string | undefined => size.match(/[\d.]+rem/g)?.at(-1)

/** The display face has sizes of its own, and `em` and `%` follow what is around them. */
const DISPLAY = ['title', 'heading', 'display']

const listSizes = (source: string): string[] => [
  ...[...source.matchAll(/\btext-\[([^\]]*rem[^\]]*)\]/g)].map(([, size = '']) => size),
  ...[...source.matchAll(/\btext-(xs|sm|base|lg|xl|[23]xl|lead|label|body-sm)\b/g)].map(
    ([, name = '']) => findToken(name),
  ),
  ...[...source.matchAll(/font-size: ([^;]+);/g)]
    .map(([, size = '']) => size.replace(/var\(--text-([\w-]+)\)/, (_, name) => findToken(name)))
    .filter((size) => !DISPLAY.some((name) => findToken(name) === size)),
]

test('the sans has six sizes, and a heading has the weight of its role', () => {
  const files = globSync(`src/${FOLDERS}/**/*.{tsx,astro,css}`)
  expect(files.length).toBeGreaterThan(100)
  const others: string[] = []
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    for (const size of listSizes(source)) {
      const rem = toRem(size)
      if (rem !== undefined && ![...SANS, ...DISPLAY_SIZES].includes(rem))
        others.push(`${file}: ${size}`)
    }
    if (/text-title font-(?:semi)?bold|font-(?:semi)?bold[^'"`]*\btext-title/.test(source))
      others.push(`${file}: another weight of a title`)
  }
  expect(others).toEqual([])
})
