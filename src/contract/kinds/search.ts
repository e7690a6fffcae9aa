import { contentField } from '../content-fields.ts'
import type { ContentKinds } from './shared.ts'

const { line, products, words, list } = contentField

/** Search rules of editors. */
export const SEARCH_KINDS = {
  'search-synonyms': {
    label: 'Synonyms',
    group: 'search',
    path: '/shop',
    fields: {
      same: list(
        'Words that mean the same',
        ['row', 0, 200],
        { words: words('Words', 2) },
        {
          hint: 'Who searches one of a row finds the others, too. A phrase has up to three words.',
        },
      ),
      means: list(
        'Words that find others',
        ['pair', 0, 200],
        { words: words('Who searches', 1), answers: words('also finds', 1) },
        { hint: 'Not the other way round: “gift” finds pens, “pen” finds no other gifts.' },
      ),
    },
  },
  'search-pins': {
    label: 'Pinned products',
    group: 'search',
    path: '/shop',
    fields: {
      pins: list('Searches', ['search', 0, 200], {
        query: line('Search', 80),
        products: products('Products', 4, {
          hint: 'They come first among the suggestions, and below the pieces with the text in their title.',
        }),
      }),
    },
  },
} as const satisfies ContentKinds
