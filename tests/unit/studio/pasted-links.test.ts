import { expect, test } from 'vitest'
import { toLink } from '#src/studio/content/rich-text-schema.ts'

test.each([
  ['http://kairavi.example/a', 'https://kairavi.example/a'],
  ['HTTP://Kairavi.example', 'https://kairavi.example/'],
  [' http://kairavi.example/a?q=1#b ', 'https://kairavi.example/a?q=1#b'],
  ['//kairavi.example/a', 'https://kairavi.example/a'],
  ['www.kairavi.example/a', 'https://www.kairavi.example/a'],
  ['https://kairavi.example/two words', 'https://kairavi.example/two%20words'],
  ['https://kairavi.example/?q="ring"', 'https://kairavi.example/?q=%22ring%22'],
  ['mailto:care@kairavi.example?subject=A ring', 'mailto:care@kairavi.example?subject=A%20ring'],
  ['tel:+91 22 4000 1234', 'tel:+912240001234'],
])('a link to %s leads to %s', (typed, link) => {
  expect(toLink(typed)).toBe(link)
})

test.each(['/shop?category=bags', '#top', 'https://kairavi.example', 'tel:+91(22)4000'])(
  'a link to %s stays',
  (typed) => {
    expect(toLink(typed)).toBe(typed)
  },
)

test.each([
  '',
  'page.html',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///C:/a.docx',
  'ftp://a',
])('"%s" is no link of a page', (typed) => {
  expect(toLink(typed)).toBeUndefined()
})
