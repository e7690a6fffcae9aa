import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isPublicPath } from '#src/rules/paths.ts'
import { THEME_KEY, toThemeScript } from '#src/rules/theme.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

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
