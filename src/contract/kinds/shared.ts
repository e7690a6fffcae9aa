import { type ContentFields, contentField } from '../content-fields.ts'

const { line, text, optionalText, link } = contentField

/** Parts of the list of records. */
export type ContentGroup = 'pages' | 'shop' | 'categories' | 'collections' | 'search' | 'mails'

/** Kinds of records by their names. */
export type ContentKinds = Record<
  string,
  {
    label: string
    group: ContentGroup
    /** The page of the preview; of a kind with many, the key follows. Mails have none. */
    path: string | undefined
    /** Editors add records of the kind. */
    many?: true
    /** In the order of the form. */
    fields: ContentFields
    /** What may stand in braces beside the facts of src/rules/content-tokens.ts. */
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

/** Beside the link from one form to another. */
export const question = line('Question at the end of the form', 80)
