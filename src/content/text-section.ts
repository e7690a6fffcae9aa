import type { ContentBody } from '#src/contract/content.ts'
import { toUniqueAddresses } from '#src/editing/address.ts'
import { bulletList, paragraph } from './rich-text.ts'

/** A section of a text page, in the form of the default texts. */
export interface TextSection {
  title: string
  paragraphs?: string[]
  list?: string[]
  /** Rows of a table, the header first. */
  table?: string[][]
}

type TextPage = ContentBody<'care'>

export const toTextPage = (
  head: Omit<TextPage, 'sections'>,
  sections: TextSection[],
): TextPage => ({
  ...head,
  sections: sections.map(({ title, paragraphs = [], list, table = [] }) => ({
    title,
    text: [...paragraphs.map(paragraph), ...(list ? [bulletList(list)] : [])],
    table,
  })),
})

/** Returns the fragments of sections, e.g. `how-long-it-takes`. */
export const listAnchors = (titles: string[]): string[] => toUniqueAddresses(titles, 'section')
