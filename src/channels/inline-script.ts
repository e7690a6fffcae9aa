import { FACETS } from '#src/rules/listing/facets.ts'
import { SESSION_HINT_KEY } from '#src/rules/session-hint.ts'
import { THEME_KEY } from '#src/rules/theme.ts'

const LIST_FILTERS = ['search', 'sort', 'category', ...FACETS].join('|')

/** The inline script of every page; the content security policy has its hash. */
export const toInlineScript = (...sources: string[]): string =>
  sources
    .join(';')
    .replace('__THEME_KEY__', THEME_KEY)
    .replace('__SESSION_HINT_KEY__', SESSION_HINT_KEY)
    .replace('__LIST_FILTERS__', LIST_FILTERS)
