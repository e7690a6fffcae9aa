import { expect, test } from 'vitest'
import { LINK_PATTERN } from '#src/contract/values.ts'
import { safePath } from '#src/rules/paths.ts'

const SITE = 'https://shop.test'
const PARTS = ['/', '\\', '.', 'a', ':', '@', '?', '#', '\t', '\n', ' ', '\u0001', '\u200d', '%2f']

/** Every text of up to `length` parts. */
function* listTexts(length: number): Generator<string> {
  yield ''
  if (length > 0)
    for (const text of listTexts(length - 1)) for (const part of PARTS) yield text + part
}

test('a path in a link stays on the site, as browsers read it (T9)', () => {
  const wrong: string[] = []
  let accepted = 0
  for (const end of listTexts(4)) {
    const path = `/${end}`
    for (const input of [LINK_PATTERN.test(path) ? path : null, safePath(path)]) {
      if (input === null) continue
      accepted += 1
      if (URL.parse(input, SITE)?.origin !== SITE) wrong.push(input)
    }
  }
  expect(wrong).toEqual([])
  expect(accepted).toBeGreaterThan(1_000)
})

test.each([
  ...['/', '/shop', '/shop?sort=new#list', '#faq-2', 'https://a.example/b?c', 'tel:+911234'],
  ...['mailto:care@kairavi.example?subject=Hello'],
])('%s is a link', (link) => {
  expect(LINK_PATTERN.test(link)).toBe(true)
})

test.each([
  ...['//evil.example', '/\\evil.example', '/\t/evil.example', '/a\\b', '/a b', '/\u202egro.live'],
  ...['javascript:alert(1)', 'data:text/html,x', 'http://a.example', 'https:\\\\a.example', 'shop'],
])('%j is no link', (link) => {
  expect(LINK_PATTERN.test(link)).toBe(false)
})
