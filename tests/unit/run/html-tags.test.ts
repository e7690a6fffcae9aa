import { expect, test } from 'vitest'
import { applyEdits, listTags } from '#src/run/site/html-tags.ts'

const list = (html: string) =>
  [...listTags(html)].map(({ name, isEnd, start, end }) => [
    isEnd ? `/${name}` : name,
    html.slice(start, end),
  ])

test.each<[html: string, tags: string[][]]>([
  [
    '<!doctype html><p>a < b</p>',
    [
      ['p', '<p>'],
      ['/p', '</p>'],
    ],
  ],
  ['<META content="<script> </head> \'>">x', [['meta', '<META content="<script> </head> \'>">']]],
  ["<a title='\"></a>' href=/x>", [['a', "<a title='\"></a>' href=/x>"]]],
  ['<input disabled value=a/b />', [['input', '<input disabled value=a/b />']]],
  ['<!-- <p> --><br/>', [['br', '<br/>']]],
  [
    '<script>if (a < b) "<p>"</script><i>',
    [
      ['script', '<script>if (a < b) "<p>"</script>'],
      ['i', '<i>'],
    ],
  ],
  ['<title>a &lt; b <b></title >', [['title', '<title>a &lt; b <b></title >']]],
  ['<p', [['p', '<p']]],
  ['<!-- <p>', []],
  ['a << b', []],
])('the tags of %j', (html, tags) => {
  expect(list(html)).toEqual(tags)
})

test('attributes have their values and places', () => {
  const html = `<a class="x y" data-a='1' href = "/shop?a=b" hidden>`
  const [tag] = listTags(html)
  expect(tag?.attributes.map(({ name, value }) => [name, value])).toEqual([
    ['class', 'x y'],
    ['data-a', '1'],
    ['href', '/shop?a=b'],
    ['hidden', ''],
  ])
  const edits = (tag?.attributes ?? []).map((attribute) => ({ ...attribute, text: '' }))
  expect(applyEdits(html, edits)).toBe('<a>')
})

test('a page of one sign takes no longer for its length', () => {
  const start = process.threadCpuUsage()
  for (const part of ['<', '<a ', '<a b="', '<!--', '<script>', '</', '<a =', '<a b=\'"'])
    expect(list(part.repeat(100_000 / part.length)).length).toBeGreaterThanOrEqual(0)
  expect(Math.floor(process.threadCpuUsage(start).user / 2e6)).toBe(0)
})
