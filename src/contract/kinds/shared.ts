import { type ContentFields, contentField } from '../content-fields.ts'

const { line, text, optionalText, link } = contentField

/** Parts of the list of records. */
export type ContentGroup = 'pages' | 'shop' | 'categories' | 'collections' | 'search' | 'mails'

/** Kinds of records by name. */
export type ContentKinds = Record<
  string,
  {
    label: string
    group: ContentGroup
    /** Page of the preview; for a kind with many records, the key follows. Mails have none. */
    path: string | undefined
    /** Editors can add records of the kind. */
    many?: true
    /** In the order of the form. */
    fields: ContentFields
    /** Tokens in braces in addition to the facts of src/editing/content-tokens.ts. */
    tokens?: Record<string, string>
  }
>

export const linkFields = { label: line('Text', 40), href: link('Address') }

export const pageHead = {
  label: line('Line above the title', 40),
  title: line('Title', 120),
  lead: optionalText('Text below the title', 300),
}

export const searchResult = {
  seoTitle: line('Title in search results', 70, { hint: 'The tab of the browser shows it, too.' }),
  description: text('Description in search results', 300),
}

export const formPage = { label: pageHead.label, title: line('Title', 60) }

/** Next to the link from one form to another. */
export const question = line('Question at the end of the form', 80)
