import { expect, test } from 'vitest'
import { markdownToHtml } from '#src/studio/content/pasted-text.ts'

test.each([
  ['# Care\nText', '<h3>Care</h3><p>Text</p>'],
  ['###### Care ##', '<h3>Care</h3>'],
  ['- One\n- [x] Two\nText', '<ul><li>One</li><li>Two</li></ul><p>Text</p>'],
  ['1. One\n2) Two', '<ul><li>One</li><li>Two</li></ul>'],
  ['• One', '<ul><li>One</li></ul>'],
  ['One **two & three** <b>', '<p>One <strong>two &amp; three</strong> &lt;b></p>'],
  [
    '[shop](https://kairavi.example/a)\n---\nEnd',
    '<p><a href="https://kairavi.example/a">shop</a></p><p>End</p>',
  ],
])('%j has the blocks of its Markdown', (text, html) => {
  expect(markdownToHtml(text.split('\n'))).toBe(html)
})

test.each(['One\nTwo', '#1 in Jaipur', '- 5 °C at night', '2 * 3 * 4', '1. January', 'a ** b'])(
  '%j is lines of text',
  (text) => {
    expect(markdownToHtml(text.split('\n'))).toBeUndefined()
  },
)
