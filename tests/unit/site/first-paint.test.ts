import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readMinified } from '#config/inline-scripts.ts'
import { toInlineScript } from '#src/channels/inline-script.ts'
import { FACETS } from '#src/rules/listing/facets.ts'
import { SESSION_HINT_KEY } from '#src/rules/session-hint.ts'
import { THEME_KEY } from '#src/rules/theme.ts'

const path = new URL('../../../src/page-scripts/first-paint.js', import.meta.url)

const script = toInlineScript(readMinified(fileURLToPath(path)))

interface PageState {
  type?: string
  page?: EventTarget
  /** The list of the page. */
  list?: string
}

/** The attributes of `<html>` on a page with this address and storage, opened in a way of `type`. */
const paint = (
  getItem: (key: string) => string | null,
  url = '/shop',
  { type = 'navigate', page = new EventTarget(), list }: PageState = {},
) => {
  const dataset: Record<string, string> = list === undefined ? {} : { list }
  const names = ['localStorage', 'document', 'location', 'performance', 'addEventListener']
  new Function(...names, script)(
    { getItem },
    { documentElement: { dataset } },
    new URL(url, 'https://kairavi.example'),
    { getEntriesByType: () => [{ type }] },
    page.addEventListener.bind(page),
  )
  return dataset
}
const empty = () => null

const blocked = () => {
  throw new Error('SecurityError')
}

test.each([
  ['light', () => 'light'],
  ['dark', () => 'dark'],
  [undefined, empty],
  [undefined, () => '"><script>'],
  [undefined, blocked],
])('sets the theme %s that is stored, and no other', (theme, read) => {
  expect(paint((key) => (key === THEME_KEY ? read() : null)).theme).toBe(theme)
})

test('where the browser has null in place of a storage, the page has none', () => {
  const window: Record<string, unknown> = { localStorage: null }
  const dataset = {}
  const names = ['window', 'localStorage', 'document', 'location', 'performance']
  new Function(...names, script)(
    window,
    null,
    { documentElement: { dataset } },
    new URL('https://kairavi.example/shop'),
    { getEntriesByType: () => [] },
  )
  expect(window['localStorage']).toBeUndefined()
  expect(dataset).not.toHaveProperty('theme')
})

test('marks a device with a session hint', () => {
  expect(paint((key) => (key === SESSION_HINT_KEY ? '{}' : null))).toHaveProperty('session')
  expect(paint(empty)).not.toHaveProperty('session')
})

test.each(['?search=a', '?utm_source=b&sort=new', ...FACETS.map((facet) => `?${facet}=a`)])(
  'marks a list of %s',
  (query) => {
    expect(paint(empty, `/shop${query}`)).toHaveProperty('filtered')
  },
)

test.each([
  ['watches', '?category=watches', false],
  ['watches', '?category=watches&sort=new', true],
  ['watches', '?category=bags', true],
  [undefined, '?category=watches', true],
  ['*', '?category=watches&sort=new', false],
])('on the page with the list %s, marks a list of %s: %s', (list, query, expected) => {
  const marks = paint(empty, `/store${query}`, list === undefined ? {} : { list })
  expect('filtered' in marks).toBe(expected)
})

test.each(['', '?utm_source=b', '?search='])('does not mark a list of "%s"', (query) => {
  expect(paint(empty, `/shop${query}`)).not.toHaveProperty('filtered')
})

test('marks a page with its first scroll, and at once where the browser restores one', () => {
  const page = new EventTarget()
  const dataset = paint(empty, '/shop', { page })
  expect(dataset).not.toHaveProperty('scrolled')
  page.dispatchEvent(new Event('scroll'))
  expect(dataset).toHaveProperty('scrolled')
  for (const type of ['reload', 'back_forward'])
    expect(paint(empty, '/shop', { type })).toHaveProperty('scrolled')
})

test('marks the pages of products', () => {
  expect(paint(empty, '/product/a').section).toBe('product')
})
