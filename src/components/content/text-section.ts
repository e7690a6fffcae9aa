/** A section of a page of text. */
export interface TextSection {
  title: string
  paragraphs?: string[]
  list?: string[]
  /** Rows of a table, the head first. */
  table?: [head: string[], ...rows: string[][]]
}

/** The fragment of a section, e.g. `#how-long-it-takes`. */
export const toAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
