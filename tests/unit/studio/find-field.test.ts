import { expect, test } from 'vitest'
import { findField } from '#src/studio/record/find-field.ts'

const VALUES = {
  title: 'Sitara Watch',
  price: '495000',
  highlights: [{ text: 'Swiss movement' }, { text: 'Sapphire crystal' }],
  pictures: [
    { file: '0123456789abcdef0123456789abcdef', alt: 'The dial in morning light' },
    { file: 'site:hero-noir', alt: '' },
  ],
  body: {
    call: 'Call {phone} until six',
    text: [{ spans: [{ text: 'Returned within ' }, { text: 'thirty days', bold: true }] }],
  },
  hidden: { name: 'A name that no field shows' },
}

const find = (texts: string[], sources = '', isInMain = true) =>
  findField(VALUES, { texts, sources, isInMain }, (path) => !path.startsWith('hidden'))

test.each([
  ['a whole text', ['Sitara Watch'], 'title'],
  ['a price', ['₹4,95,000'], 'price'],
  ['an item of a list', ['Sapphire crystal'], 'highlights.1.text'],
  ['a text with a token', ['Call +91 22 4000 1234 until six'], 'body.call'],
  ['a word of a text', ['Swiss'], 'highlights.0.text'],
  ['a paragraph of several spans', ['Returned within thirty days'], 'body.text.0.spans.0.text'],
  ['a text within others', ['Case: Sapphire crystal, domed'], 'highlights.1.text'],
  ['the alt text of a picture', ['The dial in morning light'], 'pictures.0.alt'],
  ['the text of an element around the pressed one', ['♥', 'Sitara Watch'], 'title'],
  ['what no field shows', ['A name that no field shows'], undefined],
  ['a text of another record', ['All rights reserved'], undefined],
])('%s leads to its field', (_what, texts, path) => {
  expect(find(texts)).toBe(path)
})

test('a picture without an alt text is found by its file', () => {
  expect(find([], '/_astro/hero-noir-wide.B2.avif')).toBe('pictures.1.file')
  expect(find([], '/media/0123456789abcdef0123456789abcdef-480.avif')).toBe('pictures.0.file')
})

test('the header and the footer lead to a field that has the whole text', () => {
  expect(find(['Sapphire'], '', false)).toBeUndefined()
  expect(find(['Sapphire crystal'], '', false)).toBe('highlights.1.text')
})
