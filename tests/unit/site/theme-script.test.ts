import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sonnerCss } from '#scripts/vite-sonner-css.ts'
import { isPublicPath } from '#src/rules/paths.ts'
import { THEME_KEY, toThemeScript } from '#src/rules/theme.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

describe('the style sheet of the toasts', () => {
  const id = '/app/node_modules/sonner/dist/index.mjs'

  test('is no longer injected, so that the content policy may forbid it', () => {
    const given = read('node_modules/sonner/dist/index.mjs')
    const code = sonnerCss().transform(given, id)?.code ?? ''
    expect(given).toContain('__insertCSS("')
    expect(code).not.toContain('__insertCSS("')
    expect(code).toContain('export {')
  })
  test('is not looked for in silence when sonner changes', () => {
    expect(() => sonnerCss().transform('export {}', id)).toThrow('mend scripts/vite-sonner-css.ts')
  })
  test('is looked for nowhere else', () => {
    expect(sonnerCss().transform('export {}', '/app/src/other.ts')).toBeUndefined()
  })
})

describe('the first paint', () => {
  const script = toThemeScript(read('src/components/chrome/theme-first-paint.js'))

  const paint = (getItem: (key: string) => string | null) => {
    const dataset: Record<string, string> = {}
    new Function('localStorage', 'document', script)({ getItem }, { documentElement: { dataset } })
    return dataset['theme']
  }

  test.each(['light', 'dark'])('shows the chosen %s mode', (theme) => {
    expect(paint((key) => (key === THEME_KEY ? theme : null))).toBe(theme)
  })
  test('follows the system without a choice, with a corrupted one and without storage', () => {
    expect(paint(() => null)).toBeUndefined()
    expect(paint(() => '"><script>')).toBeUndefined()
    expect(
      paint(() => {
        throw new Error('SecurityError')
      }),
    ).toBeUndefined()
  })
})

describe('what search engines may list', () => {
  test.each(['/', '/shop', '/product/ruby', '/about', '/faqs'])('%s', (path) => {
    expect(isPublicPath(path)).toBe(true)
  })
  test.each(['/store', '/cart', '/profile', '/profile/edit', '/login', '/404', '/studio'])(
    'not %s',
    (path) => {
      expect(isPublicPath(path)).toBe(false)
    },
  )
})
