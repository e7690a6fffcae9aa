import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { themeColours } from '#src/rules/theme.ts'
import { contrast, toHex } from './contrast.ts'

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8')

type Mode = 'light' | 'dark'

/** The colour of a token in a mode, as written in tokens.css. */
function colourOf(token: string, mode: Mode): string {
  const value = new RegExp(`--color-${token}: ([^;]+);`).exec(css)?.[1]
  if (!value) throw new Error(`No token --color-${token}`)
  const pair = /^light-dark\((.+\)), (.+)\)$/.exec(value)
  return (pair ? pair[mode === 'light' ? 1 : 2] : value) ?? value
}

const TEXT = 4.5
const CONTROL = 3

const pair = (ink: string) => [[ink, 'page'] as const, [ink, 'surface'] as const]

const texts: (readonly [text: string, background: string])[] = [
  ...['ink', 'muted', 'accent', 'success', 'danger'].flatMap(pair),
  ['page', 'ink'],
  ['accent-ink', 'accent'],
  ['gold-ink', 'gold'],
  ['ruby-ink', 'ruby'],
]

const controls = ['edge', 'focus', 'accent'].flatMap(pair)

/** Background of each hero palette, and the mode of its text. */
const palettes: [palette: string, mode: Mode][] = [
  ['noir', 'dark'],
  ['emerald', 'dark'],
  ['ivory', 'light'],
  ['terracotta', 'dark'],
]

describe.each(['light', 'dark'] as const)('contrast in %s mode (WCAG 2.2 AA)', (mode) => {
  test.each(texts)('%s is readable on %s', (text, background) => {
    expect(contrast(colourOf(text, mode), colourOf(background, mode))).toBeGreaterThanOrEqual(TEXT)
  })
  test.each(controls)('%s is visible on %s', (control, background) => {
    expect(contrast(colourOf(control, mode), colourOf(background, mode))).toBeGreaterThanOrEqual(
      CONTROL,
    )
  })
  test('the theme colour of the browser is the page colour', () => {
    expect(themeColours[mode]).toBe(toHex(colourOf('page', mode)))
  })
})

test.each(palettes)('text is readable on the hero %s', (palette, mode) => {
  expect(contrast(colourOf('ink', mode), colourOf(palette, mode))).toBeGreaterThanOrEqual(TEXT)
})

test('contrast agrees with WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
})
