import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { joinInlineScripts } from '#src/rules/inline-script.ts'
import { THEME_KEY, toThemeScript } from '#src/rules/theme.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

describe('the theme script', () => {
  const script = joinInlineScripts(
    '// A comment line.\n  /** A unit. */',
    toThemeScript(read('src/components/chrome/theme-first-paint.js')),
  )
  test('has no comment and no indentation', () => {
    expect(script).not.toMatch(/^\s|\/\*|\/\/ A/m)
  })

  const paint = (getItem: (key: string) => string | null) => {
    const dataset: Record<string, string> = {}
    new Function('localStorage', 'document', script)({ getItem }, { documentElement: { dataset } })
    return dataset['theme']
  }

  test.each(['light', 'dark'])('sets the chosen theme %s', (theme) => {
    expect(paint((key) => (key === THEME_KEY ? theme : null))).toBe(theme)
  })
  test('sets no theme without a valid choice or without storage', () => {
    expect(paint(() => null)).toBeUndefined()
    expect(paint(() => '"><script>')).toBeUndefined()
    expect(
      paint(() => {
        throw new Error('SecurityError')
      }),
    ).toBeUndefined()
  })
})
