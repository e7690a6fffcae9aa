import type { RichText } from '#src/contract/content-values.ts'

export const paragraph = (text: string): RichText[number] => ({
  type: 'paragraph',
  spans: [{ text }],
})

export const bulletList = (items: readonly string[]): RichText[number] => ({
  type: 'list',
  items: items.map((text) => [{ text }]),
})
