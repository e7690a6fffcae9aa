import type { ContentBody } from '#src/contract/content.ts'
import { toUniqueAddresses } from '#src/rules/address.ts'
import { bulletList, paragraph } from './rich-text.ts'

/** A section of a page of text, as the texts that come with the shop are written. */
export interface TextSection {
  title: string
  paragraphs?: string[]
  list?: string[]
  /** Rows of a table, the head first. */
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

/** The fragments of sections, e.g. `how-long-it-takes`. */
export const listAnchors = (titles: string[]): string[] => toUniqueAddresses(titles, 'section')
