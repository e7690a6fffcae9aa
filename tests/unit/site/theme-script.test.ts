import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readMinified } from '#config/inline-scripts.ts'
import { THEME_KEY, toThemeScript } from '#src/rules/theme.ts'

const path = new URL('../../../src/components/chrome/theme-first-paint.js', import.meta.url)

describe('the theme script', () => {
  const script = toThemeScript(readMinified(fileURLToPath(path)))

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
